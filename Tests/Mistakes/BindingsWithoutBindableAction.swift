import Cairn

@Reducer struct Unbindable {
  @ObservableState struct State: Equatable {
    var name = ""
  }
  enum Action {
    case binding(BindingAction<State>)
  }
  var body: some ReducerOf<Self> {
    // error: 'init()' is unavailable: Declare 'enum Action: BindableAction' with 'case
    //   binding(BindingAction<State>)'.
    BindingReducer()
  }
}

struct BindingsWithoutBindableAction: View {
  @Bindable var store: StoreOf<Unbindable>
  var body: some View {
    // error: 'subscript(dynamicMember:)' is unavailable: Declare 'enum Action: BindableAction' with
    //   'case binding(BindingAction<State>)', and add 'BindingReducer()' to the body.
    TextField("Name", text: $store.name)
  }
}
