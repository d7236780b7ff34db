import Testing

@testable import CairnViews

@Suite struct GuardTests {
  private func view(
    _ isOpen: Bool, _ presentation: GuardPresentation = .replacement,
    evaluated: @escaping () -> Void = {}
  ) -> some View {
    Probe(evaluated: evaluated)
      .guarded(presentation: presentation) { _ in
        isOpen
      } otherwise: {
        Button("Sign in") {}.task {}
      }
  }

  @Test func `An open guard shows its content`() {
    let page = page(view(true))
    #expect(page.contains("Secret"))
    #expect(!page.contains("Sign in"))
    #expect(collect(view(true)).summary.closedGuards == 0)
  }

  @Test func `A closed guard doesn't evaluate its content`() {
    let count = Box(0)
    let closed = view(false) { count.value += 1 }
    let page = page(closed)
    #expect(page.contains("Sign in"))
    #expect(!page.contains("Secret"))
    let collected = collect(closed)
    #expect(collected.summary.closedGuards != 0)
    #expect(collected.summary.appearances.count == 1)
    #expect(count.value == 0)
  }

  @Test func `The controls of a closed guard don't exist`() throws {
    let id = try #require(taps("Delete", in: page(view(true))).last)
    #expect(collect(view(true), wanted: [id]).taps[id] != nil)
    #expect(collect(view(false), wanted: [id]).taps[id] == nil)
    #expect(collect(view(false, .overlay), wanted: [id]).taps[id] == nil)
  }

  @Test func `Sheets of a closed guard aren't presented`() {
    let sheet = Text("x").sheet(isPresented: .constant(true)) { Text("Secret") }
    let closed = sheet.guarded { _ in
      false
    } otherwise: {
      Text("Sign in")
    }
    #expect(collect(closed).summary.levels.count == 1)
    let open = sheet.guarded { _ in
      true
    } otherwise: {
      Text("Sign in")
    }
    #expect(collect(open).summary.levels.count == 2)
  }

  @Test func `An overlay is over all layers, whose views don't start work`() throws {
    let layers = VStack {
      Text("Before").task {}
      Text("x").task {}
        .sheet(isPresented: .constant(true)) { Text("Sheet").task {} }
        .alert("Alert", isPresented: .constant(true)) {}
        .guarded(presentation: .overlay) { _ in
          false
        } otherwise: {
          Button("Sign in") {}.task {}
        }
    }
    let collected = collect(layers)
    #expect(collected.summary.levels.map(\.kind) == [.screen, .sheet, .alert, .sheet])
    #expect(collected.summary.closedGuards != 0)
    #expect(collected.summary.appearances.count == 2)
    #expect(collected.dismissTop == nil)
    let rendered = renderPage(layers, PageContext())
    #expect(rendered.summary.appearances.count == 2)
    let id = try #require(taps("Sign in", in: page(layers)).last)
    #expect(collect(layers, wanted: [id]).taps[id] != nil)
  }

  @Test func `The layers below an overlay aren't dismissed, and don't ask`() throws {
    let isPresented = Box(true)
    let asked = Box(0)
    func view(_ isOpen: Bool) -> some View {
      Text("Root")
        .sheet(isPresented: Binding(get: { isPresented.value }, set: { isPresented.value = $0 })) {
          Text("Sheet").interactiveDismissDisabled { asked.value += 1 }
        }
        .guarded(presentation: .overlay) { _ in
          isOpen
        } otherwise: {
          Text("Sign in").sheet(isPresented: .constant(true)) { Text("Help") }
        }
    }
    let closed = collect(view(false))
    let levels = closed.summary.levels.map(\.identity)
    try #require(levels.count == 4)
    for covered in levels.prefix(2) {
      #expect(closed.isCovered(covered))
      #expect(!closed.asks(above: covered))
      #expect(!closed.dismiss(downTo: covered))
    }
    #expect(asked.value == 0 && isPresented.value)
    #expect(!page(view(false)).contains("class=\"asks\""))
    // What the overlay itself presents can be dismissed.
    #expect(!closed.isCovered(levels[2]))
    #expect(closed.dismiss(downTo: levels[2]))

    let open = collect(view(true))
    #expect(!open.isCovered(levels[0]))
    #expect(open.asks(above: levels[0]))
    #expect(open.dismiss(downTo: levels[0]))
    #expect(asked.value == 1)
  }

  @Test func `The controls below an overlay have the same IDs as without it`() {
    let open = collect(view(true)).summary.levels.first?.identity
    let covered = collect(view(false, .overlay)).summary.levels.first?.identity
    #expect(open == covered)
    let field = { (isOpen: Bool, presentation: GuardPresentation) in
      fieldNames(
        in: page(
          TextField("Name", text: .constant("a"))
            .guarded(presentation: presentation) { _ in
              isOpen
            } otherwise: {
              Text("Sign in")
            }))
    }
    #expect(field(true, .overlay) == field(true, .replacement))
  }

  @Test func `The result of a guard isn't remembered`() {
    let isOpen = Box(true)
    let memory = RenderMemory()
    var context = PageContext()
    context.memory = memory
    let first = page(Frame(isOpen: { isOpen.value }), context)
    #expect(first.contains("Secret"))
    isOpen.value = false
    let second = page(Frame(isOpen: { isOpen.value }), context)
    #expect(!second.contains("Secret"))
  }
}

private struct Probe: View {
  let evaluated: () -> Void

  var body: some View {
    evaluated()
    return Button("Delete") {}.task {}.navigationTitle("Secret")
  }
}

/// A view whose markup is remembered, because it always equals itself.
private struct Frame: View, Equatable {
  let isOpen: () -> Bool

  var body: some View {
    Text("Secret").guarded { _ in
      isOpen()
    } otherwise: {
      Text("Sign in")
    }
  }

  static func == (one: Frame, other: Frame) -> Bool { true }
}
