import Testing

@testable import CairnViews

@Suite struct LifecycleTests {
  @Test func `Visible views request work`() {
    let isPushed = Box(false)
    let log = Box<[String]>([])
    var view: some View {
      Text("a")
        .onAppear { log.value.append("a") }
        .task {}
        .task(id: 1) {}
        .navigationDestination(isPresented: isPushed.binding) {
          Text("b").onAppear { log.value.append("b") }
        }
    }
    let first = collect(view).summary.appearances
    #expect(Set(first.map(\.identity)).count == 3)
    #expect(
      renderPage(view, PageContext()).summary.appearances.map(\.identity)
        == first.map(\.identity))
    isPushed.value = true
    let second = collect(view).summary.appearances
    #expect(second.count == 1)
    for appearance in first + second {
      if case .appear(let action) = appearance.work { action() }
    }
    #expect(log.value == ["a", "b"])
  }

  @Test func `A task with another ID is another task`() {
    func identity(_ id: Int) -> UInt64? {
      collect(Text("x").task(id: id) {}).summary.appearances.first?.identity
    }
    #expect(identity(1) == identity(1))
    #expect(identity(1) != identity(2))
  }

  @Test func `Work below a sheet continues and isn't duplicated`() {
    let view = VStack {
      Button("A") {}.task {}
      Text("x").sheet(isPresented: .constant(true)) { Text("s").task {} }
    }
    #expect(renderPage(view, PageContext()).summary.appearances.count == 2)
  }

  @Test func `Work below a cover continues, with modifiers in any order`() {
    let isCovered = Box(false)
    let before = Text("x").task {}.fullScreenCover(isPresented: isCovered.binding) {
      Text("c").task {}
    }
    let after = Text("x").fullScreenCover(isPresented: isCovered.binding) {
      Text("c").task {}
    }.task {}
    func identities(_ view: some View) -> [UInt64] {
      collect(view).summary.appearances.map(\.identity)
    }
    let uncovered = [identities(before), identities(after)]
    isCovered.value = true
    for (covered, uncovered) in zip([identities(before), identities(after)], uncovered) {
      #expect(uncovered.count == 1)
      #expect(covered.count == 2)
      #expect(covered.first == uncovered.first)
    }
  }

  @Test func `Work of a replaced screen ends below a cover too`() {
    let view = NavigationStack {
      Text("a").task {}.navigationDestination(isPresented: .constant(true)) { Text("b").task {} }
    }
    let expected = collect(view).summary.appearances.map(\.identity)
    #expect(expected.count == 1)
    let covered = view.fullScreenCover(isPresented: .constant(true)) { Text("c") }
    #expect(collect(covered).summary.appearances.count == 1)
  }
}
