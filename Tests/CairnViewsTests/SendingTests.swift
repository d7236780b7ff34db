import Cairn
import Testing

@testable import CairnViews

@Reducer
private struct Search {
  struct State: Equatable {
    var query = ""
    var filter = Filter()
    var changes = 0
  }
  struct Filter: Equatable { var isOn = false }
  enum Action: Equatable {
    case queryChanged(String)
    case view(View)

    @CasePathable
    enum View: Equatable { case filterToggled(Bool) }
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.changes += 1
      switch action {
      case .queryChanged(let query): state.query = query
      case .view(.filterToggled(let isOn)): state.filter.isOn = isOn
      }
      return .none
    }
  }
}

private struct SearchView: View {
  @Bindable var store: StoreOf<Search>

  var body: some View {
    TextField("Query", text: $store.query.sending(\.queryChanged))
    Toggle("Filter", isOn: $store.filter.isOn.sending(\.view.filterToggled))
  }
}

@MainActor @Suite struct SendingTests {
  private let store = Store(initialState: Search.State()) { Search() }

  @Test func `A written value is sent as an action`() {
    @Bindable var store = store
    let query = $store.query.sending(\.queryChanged)
    query.wrappedValue = "stones"
    #expect(store.query == "stones")
    #expect(query.wrappedValue == "stones")
    #expect(store.changes == 1)
  }

  @Test func `A part of a property is sent with a nested action`() {
    @Bindable var store = store
    $store.filter.isOn.sending(\.view.filterToggled).wrappedValue = true
    #expect(store.filter.isOn)
    #expect(store.changes == 1)
  }

  @Test func `A binding to a store sends too`() {
    let binding = Binding(get: { store }, set: { _ in })
    binding.query.sending(\.queryChanged).wrappedValue = "a"
    #expect(store.query == "a")
  }

  @Test func `Fields show the state`() throws {
    store.send(.queryChanged("cairn"))
    #expect(content(SearchView(store: store)).contains("value=\"cairn\""))
  }

  @Test func `Reading a binding sends no action`() {
    @Bindable var store = store
    #expect($store.query.sending(\.queryChanged).wrappedValue == "")
    #expect(store.changes == 0)
  }
}
