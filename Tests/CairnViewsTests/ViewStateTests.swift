import CairnFeatures
import Testing

@testable import CairnViews

/// Where the values of `@State` properties belong.
struct ViewStateTests {
  /// A part of a page that a user can expand.
  private struct Details: View {
    let title: String
    @State private var isExpanded = false

    var body: some View {
      Toggle(title, isOn: $isExpanded)
      if isExpanded { Text("Details of \(title)") }
    }
  }

  /// A view whose state is changed by a view within it.
  private struct Outer: View {
    @State private var text = "initial"

    var body: some View {
      Inner(text: $text)
      Text("(\(text))")
    }
  }

  private struct Inner: View {
    @Binding var text: String

    var body: some View { TextField("Text", text: $text) }
  }

  private struct Counter: View {
    @State private var count: Int?

    var body: some View {
      Text("Count: \(count.map(String.init) ?? "none")")
      Button("Add") { count = (count ?? 0) + 1 }
      Button("Clear") { count = nil }
    }
  }

  private let scene = StatefulPage()

  @Test func `A field changes the state of its view`() throws {
    #expect(!scene.content(Details(title: "a")).contains("Details of a"))
    try scene.submit("1", to: 0, of: Details(title: "a"))
    #expect(scene.content(Details(title: "a")).contains("Details of a"))
    #expect(scene.content(Details(title: "a")).contains(" checked"))
    try scene.submit("0", to: 0, of: Details(title: "a"))
    #expect(!scene.content(Details(title: "a")).contains("Details of a"))
  }

  @Test func `A button changes the state of its view`() throws {
    #expect(scene.content(Counter()).contains("Count: none"))
    try scene.tap("Add", of: Counter())
    try scene.tap("Add", of: Counter())
    #expect(scene.content(Counter()).contains("Count: 2"))
    try scene.tap("Clear", of: Counter())
    #expect(scene.content(Counter()).contains("Count: none"))
  }

  @Test func `A view within the view changes the state through a binding`() throws {
    #expect(scene.content(Outer()).contains("(initial)"))
    try scene.submit("typed", to: 0, of: Outer())
    #expect(scene.content(Outer()).contains("(typed)"))
    #expect(scene.content(Outer()).contains("value=\"typed\""))
  }

  @Test func `Two scenes have their own values`() throws {
    let other = StatefulPage()
    try scene.tap("Add", of: Counter())
    #expect(scene.content(Counter()).contains("Count: 1"))
    #expect(other.content(Counter()).contains("Count: none"))
  }

  @Test func `Each row has its own state, which moves with the row`() throws {
    func list(_ titles: String...) -> some View {
      List { ForEach(titles, id: \.self) { Details(title: $0) } }
    }
    try scene.submit("1", to: 1, of: list("a", "b", "c"))
    let page = scene.content(list("c", "b"))
    #expect(page.contains("Details of b"))
    #expect(!page.contains("Details of c"))
  }

  @Test func `The same view at two positions has two states`() throws {
    let counter = Counter()
    let both = VStack {
      counter
      counter
    }
    try scene.tap("Add", at: 1, of: both)
    let page = scene.content(both)
    #expect(page.contains("Count: none") && page.contains("Count: 1"))
  }

  @Test func `A view with another ID has another state`() throws {
    try scene.tap("Add", of: Counter().id(1))
    #expect(scene.content(Counter().id(2)).contains("Count: none"))
    #expect(scene.content(Counter().id(1)).contains("Count: 1"))
    let hasForgotten = scene.states.forgetUnrendered(in: Counter().id(2))
    #expect(hasForgotten)
    #expect(scene.content(Counter().id(1)).contains("Count: none"))
  }

  @Test func `A view in another branch has another state`() throws {
    @ViewBuilder func view(_ isFirst: Bool) -> some View {
      if isFirst { Counter() } else { Counter() }
    }
    try scene.tap("Add", of: view(true))
    #expect(scene.content(view(false)).contains("Count: none"))
    #expect(scene.content(view(true)).contains("Count: 1"))
  }

  @Test func `A view of another type at the same place has another state`() throws {
    try scene.tap("Add", of: AnyView(Counter()))
    #expect(scene.content(AnyView(Outer())).contains("(initial)"))
    #expect(scene.content(AnyView(Counter())).contains("Count: 1"))
  }

  @Test func `The value of a view that has left the page is discarded`() throws {
    @ViewBuilder func view(_ isShown: Bool) -> some View {
      Text("Before")
      if isShown { Counter() }
    }
    try scene.tap("Add", of: view(true))
    let isGoneWhileShown = scene.states.forgetUnrendered(in: view(true))
    #expect(!isGoneWhileShown)
    #expect(scene.content(view(true)).contains("Count: 1"))
    let isGone = scene.states.forgetUnrendered(in: view(false))
    #expect(isGone)
    #expect(scene.states.values.isEmpty)
    #expect(scene.content(view(true)).contains("Count: none"))
  }

  @Test func `The values of hidden tabs and of rows below a screen are kept`() throws {
    let selection = Box(1)
    let isPushed = Box(false)
    func view() -> some View {
      TabView(selection: selection.binding) {
        Tab("One", value: 1) {
          List { ForEach(0..<2) { _ in Counter() } }
            .navigationDestination(isPresented: isPushed.binding) { Text("Screen") }
        }
        Tab("Two", value: 2) { Text("Second tab") }
      }
    }
    try scene.tap("Add", of: view())
    selection.value = 2
    isPushed.value = true
    let isGone = scene.states.forgetUnrendered(in: view())
    #expect(!isGone)
    selection.value = 1
    let isGoneBelow = scene.states.forgetUnrendered(in: view())
    #expect(!isGoneBelow)
    isPushed.value = false
    #expect(scene.content(view()).contains("Count: 1"))
  }

  @Test func `The values behind a closed guard are kept`() throws {
    func view(_ isOpen: Bool, showsCounter: Bool = true) -> some View {
      VStack { if showsCounter { Counter() } }
        .guarded { _ in
          isOpen
        } otherwise: {
          Text("Sign in")
        }
    }
    try scene.tap("Add", of: view(true))
    let isGoneWhileClosed = scene.states.forgetUnrendered(in: view(false))
    #expect(!isGoneWhileClosed)
    #expect(scene.content(view(true)).contains("Count: 1"))
    let isGone = scene.states.forgetUnrendered(in: view(true, showsCounter: false))
    #expect(isGone)
  }

  @Test func `The values in a sheet behind a closed guard are kept`() throws {
    func view(_ isOpen: Bool) -> some View {
      Text("Content")
        .sheet(isPresented: .constant(true)) { Counter() }
        .guarded { _ in
          isOpen
        } otherwise: {
          Text("Sign in")
        }
    }
    let id = try #require(taps("Add", in: scene.page(view(true))).first)
    let tap = try #require(collect(view(true), wanted: [id], states: scene.states).taps[id])
    tap.action()
    let isGone = scene.states.forgetUnrendered(in: view(false))
    #expect(!isGone)
    #expect(scene.page(view(true)).contains("Count: 1"))
  }

  @Test func `The values in the bar of a screen below another one are kept`() throws {
    let isPushed = Box(false)
    func view() -> some View {
      NavigationStack {
        Text("Content")
          .toolbar { Counter() }
          .navigationDestination(isPresented: isPushed.binding) { Text("Screen") }
      }
    }
    let id = try #require(taps("Add", in: scene.page(view())).first)
    let tap = try #require(collect(view(), wanted: [id], states: scene.states).taps[id])
    tap.action()
    isPushed.value = true
    let isGone = scene.states.forgetUnrendered(in: view())
    #expect(!isGone)
    isPushed.value = false
    #expect(scene.page(view()).contains("Count: 1"))
  }
}
