import Cairn
import Testing

@testable import CairnViews

extension EnvironmentValues {
  @Entry fileprivate var word: String = "nothing"
  @Entry fileprivate var count: Int?
}

@Suite struct EnvironmentTests {
  /// A view that shows its environment.
  struct Word: View {
    @Environment(\.word) var word
    @Environment(\.count) var count

    var body: some View { Text("\(word) \(count ?? -1)") }
  }

  /// A view whose button reads its environment when it is tapped.
  struct Speaker: View {
    let heard: Box<[String]>
    @Environment(\.word) var word

    var body: some View { Button("Speak") { heard.value.append(word) } }
  }

  private func words(_ view: some View) -> [String] {
    layers(view).split(separator: "<p").dropFirst()
      .compactMap { $0.text(between: ">", and: "</p>") }
  }

  @Test func `Without a value, the environment has the default`() {
    #expect(words(Word()) == ["nothing -1"])
  }

  @Test func `The nearest value wins`() {
    let view = VStack {
      Word()
      VStack { Word() }.environment(\.word, "inner").environment(\.word, "outer")
      Word().environment(\.count, 3)
      Word()
    }
    .environment(\.word, "all")
    #expect(words(view) == ["all -1", "inner -1", "all 3", "all -1"])
    #expect(words(Word()) == ["nothing -1"])
  }

  @Test func `Presented views have the environment of the presenting view`() {
    let view = Text("base")
      .sheet(isPresented: .constant(true)) {
        Word().navigationDestination(isPresented: .constant(true)) { Word() }
      }
      .environment(\.word, "around")
    #expect(words(view).contains("around -1"))
    let outside = Text("base").environment(\.word, "inside")
      .sheet(isPresented: .constant(true)) { Word() }
    #expect(words(outside).contains("nothing -1"))
  }

  @Test func `Toolbar items have the environment of their view`() {
    let view = Text("base").toolbar { Word() }.environment(\.word, "bar")
    #expect(layers(view).contains("bar -1"))
  }

  @Test func `Handlers have the environment of their view`() throws {
    let heard = Box<[String]>([])
    let view = VStack {
      Speaker(heard: heard).environment(\.word, "here")
      Text("x").sheet(isPresented: .constant(false)) { Text("y") }
    }
    try tap("Speak", in: view)
    try tap("Speak", in: Speaker(heard: heard))
    let alert = Text("base")
      .alert("Question", isPresented: .constant(true)) { Speaker(heard: heard) }
      .environment(\.word, "alert")
    try tap("Speak", in: alert)
    #expect(heard.value == ["here", "nothing", "alert"])
  }

  @Test func `The environment of the caller doesn't reach the page`() {
    var values = EnvironmentValues()
    values.word = "leaked"
    EnvironmentValues.$current.withValue(values) {
      #expect(words(Word()) == ["nothing -1"])
      #expect(words(Word().environment(\.word, "own")) == ["own -1"])
    }
  }

  @Test func `A test can set the environment`() {
    let word = withEnvironment {
      $0.word = "outer"
      $0.count = 1
    } operation: {
      withEnvironment {
        $0.word = "test"
      } operation: {
        "\(Word().word) \(Word().count ?? 0)"
      }
    }
    #expect(word == "test 1")
  }

  /// A view whose task reads its environment.
  struct Worker: View {
    let heard: Box<[String]>
    @Environment(\.word) var word

    var body: some View {
      Text("works").onAppear { heard.value.append(word) }.task { heard.value.append(word) }
    }
  }

  @Test func `Tasks of a view have its environment`() async {
    let heard = Box<[String]>([])
    let view = Worker(heard: heard).environment(\.word, "work")
    for appearance in collect(view).summary.appearances {
      switch appearance.work {
      case .appear(let work): work()
      case .task(let work), .connectedTask(let work): await work()
      }
    }
    #expect(heard.value == ["work", "work"])
  }
}
