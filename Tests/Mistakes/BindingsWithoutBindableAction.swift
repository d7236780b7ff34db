import Cairn

@Reducer struct Unbindable {
  @ObservableState struct State: Equatable {
    var name = ""
  }
  enum Action {
    case binding(BindingAction<State>)
  }
  var body: some ReducerOf<Self> {
    // error: 'init()' is unavailable: Declare the feature's actions as 'enum Action:
    //   BindableAction'.
    BindingReducer()
  }
}

struct BindingsWithoutBindableAction: View {
  @Bindable var store: StoreOf<Unbindable>
  var body: some View {
    // error: 'subscript(dynamicMember:)' is unavailable: Declare the feature's actions as 'enum
    //   Action: BindableAction', and add 'BindingReducer()' to its body.
    TextField("Name", text: $store.name)
  }
}
