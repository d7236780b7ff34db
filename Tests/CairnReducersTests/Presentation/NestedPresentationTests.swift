import CairnCases
import CairnDependencies
import CairnReducers
import CairnTesting
import Foundation
import OrderedCollections
import Testing

@MainActor @Suite(.timeLimit(.minutes(30))) struct NestedPresentationTests {
  private let events = Events()

  private func makeStore(
    _ destination: Nested.Library.Destination.State? = nil
  ) -> TestStoreOf<Nested.Library> {
    TestStore(initialState: Nested.Library.State(destination: destination)) {
      Nested.Library()
    } withDependencies: {
      $0.events = events
    }
  }

  // MARK: A sheet on a drill-down

  @Test func `A sheet on a drill-down is opened, edited, and closed`() async {
    let store = makeStore()
    await store.send(.pageButtonTapped) { $0.destination = .page(Nested.Page.State()) }
    await store.send(\.destination.page.noteButtonTapped) {
      $0.destination?.page?.destination = .note(Nested.Note.State())
    }
    await store.send(\.destination.page.destination.note.binding.text, "Blue") {
      $0.destination?.page?.destination?.note?.text = "Blue"
    }
    await store.send(\.destination.page.destination.note.doneButtonTapped)
    await store.receive(\.destination.page.destination.dismiss) {
      $0.destination?.page?.destination = nil
      $0.destination?.page?.notes = ["Blue"]
    }
    await store.send(\.destination.page.closeButtonTapped)
    await store.receive(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func `Dismissing the lowest layer cancels everything above it`() async {
    let store = makeStore(.page(Nested.Page.State(destination: .note(Nested.Note.State()))))
    await store.send(\.destination.page.run)
    #expect(await events.next() == "page began")
    await store.send(\.destination.page.destination.note.run)
    #expect(await events.next() == "note began")
    await store.send(\.destination.dismiss) { $0.destination = nil }
    let ended = [await events.next(), await events.next()].compactMap(\.self).sorted()
    #expect(ended == ["note canceled", "page canceled"])
    await store.finish()
  }

  @Test func `Dismissing the highest layer leaves the layers below`() async {
    let store = makeStore(.page(Nested.Page.State(destination: .note(Nested.Note.State()))))
    await store.send(\.destination.page.run)
    #expect(await events.next() == "page began")
    await store.send(\.destination.page.destination.note.run)
    #expect(await events.next() == "note began")
    await store.send(\.destination.page.destination.dismiss) {
      $0.destination?.page?.destination = nil
      $0.destination?.page?.notes = [""]
    }
    #expect(await events.next() == "note canceled")
    await store.send(\.destination.dismiss) { $0.destination = nil }
    #expect(await events.next() == "page canceled")
  }

  @Test func `Dismissing a middle layer cancels the layers on it and leaves those below`() async {
    let store = makeStore(
      .page(Nested.Page.State(destination: .note(Nested.Note.State(remark: .init())))))
    await store.send(\.destination.page.run)
    #expect(await events.next() == "page began")
    await store.send(\.destination.page.destination.note.remark.run)
    #expect(await events.next() == "remark began")
    await store.send(\.destination.page.destination.dismiss) {
      $0.destination?.page?.destination = nil
      $0.destination?.page?.notes = [""]
    }
    #expect(await events.next() == "remark canceled")
    // This fails if no effect is running.
    await store.skipInFlightEffects()
    #expect(await events.next() == "page canceled")
    await store.finish()
  }

  // MARK: Switching cases

  @Test func `Switching to another case cancels the effects of the previous one`() async {
    let store = makeStore(.page(Nested.Page.State()))
    await store.send(\.destination.page.run)
    #expect(await events.next() == "page began")
    await store.send(.bookButtonTapped) { $0.destination = .book(Nested.Book.State()) }
    #expect(await events.next() == "page canceled")
    await store.finish()
  }

  @Test func `Replacing a state without an ID by its own case keeps the effects`() async {
    let store = makeStore(.page(Nested.Page.State(number: 2)))
    await store.send(\.destination.page.run)
    #expect(await events.next() == "page began")
    await store.send(.pageButtonTapped) { $0.destination = .page(Nested.Page.State()) }
    // This fails if no effect is running.
    await store.skipInFlightEffects()
    #expect(await events.next() == "page canceled")
    await store.finish()
  }

  // MARK: Several presentations on one feature

  @Test func `Two presentations of one feature are independent`() async {
    let store = makeStore(
      .page(
        Nested.Page.State(destination: .note(Nested.Note.State()), help: Nested.Note.State())))
    await store.send(\.destination.page.destination.note.run)
    #expect(await events.next() == "note began")
    await store.send(\.destination.page.help.run)
    #expect(await events.next() == "note began")
    await store.send(\.destination.page.help.binding.text, "How?") {
      $0.destination?.page?.help?.text = "How?"
    }
    await store.send(\.destination.page.help.doneButtonTapped)
    await store.receive(\.destination.page.help.dismiss) { $0.destination?.page?.help = nil }
    #expect(await events.next() == "note canceled")
    await store.send(\.destination.page.destination.dismiss) {
      $0.destination?.page?.destination = nil
      $0.destination?.page?.notes = [""]
    }
    #expect(await events.next() == "note canceled")
    await store.finish()
  }

  // MARK: Trees in a stack in a tree

  @Test func `Actions reach a tree in a stack in a tree`() async {
    let store = makeStore(.book(Nested.Book.State()))
    await store.send(\.destination.book.pageButtonTapped, 7) {
      $0.destination?.book?.path.append(.page(Nested.Page.State(number: 7)))
    }
    await store.send(\.destination.book.path[id: 0].page.noteButtonTapped) {
      $0.destination?.book?.path[id: 0, case: \.page]?.destination = .note(Nested.Note.State())
    }
    await store.send(\.destination.book.path[id: 0].page.destination.note.binding.text, "Red") {
      $0.destination?.book?.path[id: 0]?.page?.destination?.note?.text = "Red"
    }
    await store.send(\.destination.book.path[id: 0].page.destination.note.doneButtonTapped)
    await store.receive(\.destination.book.path[id: 0].page.destination.dismiss) {
      $0.destination?.book?.path[id: 0]?.modify(\.page) {
        $0.destination = nil
        $0.notes = ["Red"]
      }
    }
    await store.send(\.destination.book.path[id: 0].page.closeButtonTapped)
    await store.receive(\.destination.book.path.popFrom, 0) {
      $0.destination?.book?.path = StackState()
    }
  }

  @Test func `Popping and dismissing cancel the effects of all trees above`() async {
    let store = makeStore(
      .book(
        Nested.Book.State(
          path: [
            .page(Nested.Page.State(number: 1)),
            .page(Nested.Page.State(destination: .note(Nested.Note.State()))),
          ])))
    await store.send(\.destination.book.path[id: 0].page.run)
    #expect(await events.next() == "page began")
    await store.send(\.destination.book.path[id: 1].page.destination.note.run)
    #expect(await events.next() == "note began")
    await store.send(\.destination.book.path.popFrom, 1) {
      $0.destination?.book?.path.pop(from: 1)
    }
    #expect(await events.next() == "note canceled")
    await store.send(\.destination.dismiss) { $0.destination = nil }
    #expect(await events.next() == "page canceled")
    await store.finish()
  }

  @Test func `An alert in a tree in a stack closes after its action`() async {
    let alert = AlertState<Nested.Page.Destination.Alert> { TextState("Erase?") }
    let store = makeStore(
      .book(
        Nested.Book.State(
          path: [.page(Nested.Page.State(destination: .alert(alert), notes: ["a"]))])))
    await store.send(\.destination.book.path[id: 0].page.destination.alert.erase) {
      $0.destination?.book?.path[id: 0, case: \.page]?.destination = nil
      $0.destination?.book?.path[id: 0, case: \.page]?.notes = []
    }
  }

  // MARK: A restart

  @Test func `After a restart, actions find their elements, and dismissal works`() async throws {
    var book = Nested.Book.State(path: [.note(Nested.Note.State()), .page(Nested.Page.State())])
    book.path[id: 0] = nil
    book.path.append(.page(Nested.Page.State(destination: .note(Nested.Note.State(text: "x")))))
    let state = Nested.Library.State(destination: .book(book))
    let decoded = try JSONDecoder().decode(
      Nested.Library.State.self, from: JSONEncoder().encode(state))
    #expect(decoded == state)
    let store = makeStore(decoded.destination)
    #expect(store.state.destination?.book?.path.ids == [1, 2])
    await store.send(\.destination.book.path[id: 2].page.destination.note.doneButtonTapped)
    await store.receive(\.destination.book.path[id: 2].page.destination.dismiss) {
      $0.destination?.book?.path[id: 2, case: \.page]?.destination = nil
      $0.destination?.book?.path[id: 2, case: \.page]?.notes = ["x"]
    }
    await store.send(\.destination.book.pageButtonTapped, 3) {
      $0.destination?.book?.path[id: 3] = .page(Nested.Page.State(number: 3))
    }
  }
}
