import CairnModels
import CairnViews
import Foundation
import Testing

/// Tests recorded models.
@Suite struct ModelRecorderTests {
  private let recorder = StateRecorder(
    Store<ShelfModel>(initialState: .init()), history: .unlimited)

  private var live: ShelfModel { recorder.live.model }

  /// The texts that a view displays.
  private func shown() -> [String] {
    let page = renderPage(
      ShelfView(model: recorder.store.model), PageContext(action: "/", token: { _ in "t" }))
    let html = page.bytes.string
    return html.matches(of: /<p class="text">([^<]*)/).map { String($0.output.1) }
  }

  @Test func `Views show the selected moment`() {
    live.add("a")
    live.add("b")
    live.removeFirst()
    #expect(shown() == ["1 on the shelf, asked 1 times", "b"])
    recorder.timeTravel.index = 3
    #expect(shown().last == "b")
    #expect(shown().first?.hasPrefix("2 on the shelf") == true)
    recorder.timeTravel.index = 0
    #expect(shown().count == 1)
    recorder.timeTravel.index = nil
    #expect(shown() == ["1 on the shelf, asked 1 times", "b"])
  }

  @Test func `Live models continue, and actions on a past moment are ignored`() async {
    live.add("a")
    recorder.timeTravel.index = 0
    let moment = recorder.store.model
    moment.add("lost")
    moment.work()
    #expect(moment.$books.isEmpty)
    live.add("b")
    #expect(live.$books.count == 2)
    #expect(recorder.timeTravel.index == 0)
    #expect(shown().count == 1)
    recorder.timeTravel.index = nil
    #expect(recorder.store === recorder.live)
    #expect(recorder.store.model.$books.map(\.title) == ["a", "b"])
    // Changes made since then are recorded and can be viewed.
    #expect(recorder.timeTravel.moments.last?.state.books.count == 2)
  }

  @Test func `Models of a past moment aren't activated`() {
    _ = live
    #expect(recorder.live.state.activations == 1)
    recorder.timeTravel.index = 0
    #expect(recorder.store.model.activations == 0)
    #expect(recorder.live.state.activations == 1)
  }

  @Test func `One group of writes is one moment`() {
    _ = live
    let before = recorder.timeTravel.count
    live.add("a")
    #expect(recorder.timeTravel.count == before + 1)
    // The state is unchanged.
    live.add(nil)
    #expect(recorder.timeTravel.count == before + 1)
  }
}

private struct BookModel: Model, Identifiable {
  struct State: Equatable, Identifiable {
    var id: String
  }

  @ModelState private var state: State

  var title: String { state.id }
}

private struct ShelfModel: Model {
  struct State: Equatable {
    @StateModel<[BookModel]> var books = []
    var activations = 0
  }

  @ModelState private var state: State

  func onActivate() { state.activations += 1 }

  func add(_ title: String?) {
    if let title { state.books.append(.init(id: title)) }
  }

  func removeFirst() { state.books.removeFirst() }

  func work() {
    task {
      state.activations = 100
    } catch: { _ in
    }
  }
}

private struct ShelfView: View {
  @ObservedModel var model: ShelfModel

  var body: some View {
    VStack {
      Text("\(model.books.count) on the shelf, asked \(model.activations) times")
      ForEach(model.$books) { book in Text(book.title) }
    }
  }
}
