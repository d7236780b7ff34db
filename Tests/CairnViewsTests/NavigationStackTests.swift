import Testing

@testable import CairnViews

@Suite struct NavigationStackTests {
  let path = Box<[Int]>([])

  var view: some View {
    NavigationStack(path: path.binding) {
      List { NavigationLink("One", value: 1) }.navigationTitle("Root")
    } destination: { number in
      VStack {
        Text("screen \(number)")
        NavigationLink("Next", value: number + 1)
      }
      .navigationTitle("Screen \(number)")
    }
  }

  @Test func `The top element is shown`() throws {
    #expect(content(view).contains(">One</button>"))
    try tap("One", in: view)
    try tap("Next", in: view)
    try tap("Next", in: view)
    #expect(path.value == [1, 2, 3])
    #expect(content(view).contains("screen 3"))
    #expect(!content(view).contains("screen 2"))
    #expect(
      collect(view).summary.levels.map(\.title) == ["Root", "Screen 1", "Screen 2", "Screen 3"])
  }

  @Test func `Back pops the last element`() throws {
    path.value = [1, 2]
    try tap("Screen 1", in: view)
    #expect(path.value == [1])
    try tap("Root", in: view)
    #expect(path.value == [])
  }

  @Test func `Levels are popped one by one`() {
    path.value = [5, 5, 5]
    let collected = collect(view)
    #expect(Set(collected.summary.levels.map(\.identity)).count == 4)
    #expect(collected.dismiss(downTo: collected.summary.levels[1].identity))
    #expect(path.value == [5])
  }

  @Test func `A stack in a sheet has its own screens`() {
    path.value = [1]
    let view = Text("base").navigationTitle("Base").sheet(isPresented: .constant(true)) {
      self.view
    }
    let levels = collect(view).summary.levels
    #expect(levels.map(\.kind) == [.screen, .sheet, .pushed])
    #expect(levels.map(\.title) == ["Base", "Root", "Screen 1"])
  }
}
