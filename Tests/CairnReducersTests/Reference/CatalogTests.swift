import Cairn
import CairnTesting
import Foundation
import Testing

@MainActor @Suite(.timeLimit(.minutes(30))) struct CatalogTests {
  private let events = Events()

  private func makeStore(
    _ destination: CatalogFeature.Destination.State? = nil
  ) -> TestStoreOf<CatalogFeature> {
    TestStore(
      initialState: CatalogFeature.State(
        destination: destination, items: [.headphones, .keyboard])
    ) {
      CatalogFeature()
    } withDependencies: {
      $0.itemDatabase.save = { [events] item in events.record("saved \(item.name)") }
      $0.uuid = .incrementing
    }
  }

  @Test func `An optional is presented by setting it`() async {
    let store = TestStore(initialState: AddCatalog.State()) {
      AddCatalog()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    await store.send(.addButtonTapped) {
      $0.addItem = ItemFormFeature.State(item: Item(id: UUID(0), name: ""))
    }
    await store.send(\.addItem.binding.item.name, "Lamp") { $0.addItem?.item.name = "Lamp" }
    await store.send(\.addItem.dismiss) { $0.addItem = nil }
  }

  @Test func `Another destination replaces the first`() async {
    let store = makeStore()
    await store.send(.addButtonTapped) {
      $0.destination = .addItem(EditFeature.State(item: Item(id: UUID(0), name: "")))
    }
    await store.send(.itemTapped(id: Item.keyboard.id)) {
      $0.destination = .detailItem(DetailFeature.State(item: .keyboard))
    }
    #expect(store.state.destination?.addItem == nil)
    #expect(store.state.destination?.detailItem?.item == .keyboard)
  }

  @Test func `The parent reacts to the child's save button`() async {
    let store = makeStore()
    await store.send(.editButtonTapped(id: Item.headphones.id)) {
      $0.destination = .editItem(EditFeature.State(item: .headphones))
    }
    await store.send(\.destination.editItem.binding.item.name, "Earphones") {
      $0.destination?.editItem?.item.name = "Earphones"
    }
    await store.send(\.destination.editItem.saveButtonTapped) { $0.destination = nil }
    #expect(await events.next() == "saved Earphones")
    await store.finish()
  }

  @Test func `A destination is dismissed by setting nil`() async {
    let store = makeStore(.detailItem(DetailFeature.State(item: .keyboard)))
    await store.send(.closeButtonTapped) { $0.destination = nil }
  }

  @Test func `A destination dismisses itself`() async {
    let store = makeStore(.detailItem(DetailFeature.State(item: .keyboard)))
    await store.send(\.destination.detailItem.closeButtonTapped)
    await store.receive(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func `All kinds of destinations are presented the same way`() async {
    let store = TestStore(
      initialState: EveryFormFeature.State(
        addItem: EditFeature.State(item: .headphones), alert: AlertState { TextState("Sure?") },
        confirmationDialog: ConfirmationDialogState { TextState("Which?") },
        detailItem: DetailFeature.State(item: .keyboard),
        editItem: EditFeature.State(item: .keyboard))
    ) {
      EveryFormFeature()
    }
    await store.send(\.editItem.binding.item.name, "Piano") { $0.editItem?.item.name = "Piano" }
    await store.send(\.alert.confirm) {
      $0.alert = nil
      $0.choices = [.confirm]
    }
    await store.send(\.confirmationDialog.cancel) {
      $0.confirmationDialog = nil
      $0.choices = [.confirm, .cancel]
    }
    await store.send(\.detailItem.closeButtonTapped)
    await store.receive(\.detailItem.dismiss) { $0.detailItem = nil }
    await store.send(\.addItem.dismiss) { $0.addItem = nil }
    #expect(store.state.editItem?.item.name == "Piano")
  }

  @Test func `An action sent after the dismissal doesn't arrive`() async {
    let store = TestStore(initialState: Hasty.Parent.State(child: Hasty.Child.State())) {
      Hasty.Parent()
    }
    await store.send(\.child.closeButtonTapped)
    await store.receive(\.child.dismiss) { $0.child = nil }
    await store.finish()
  }
}

private enum Hasty {
  @Reducer
  struct Child {
    struct State: Equatable {}
    enum Action { case closeButtonTapped, tick }
    @Dependency(\.dismiss) var dismiss

    var body: some ReducerOf<Self> {
      Reduce { _, action in
        switch action {
        case .closeButtonTapped:
          .run { send in
            await self.dismiss()
            await send(.tick)
          }
        case .tick: .none
        }
      }
    }
  }

  @Reducer
  struct Parent {
    struct State: Equatable { @Presents var child: Child.State? }
    enum Action { case child(PresentationAction<Child.Action>) }

    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.$child, action: \.child) { Child() }
    }
  }
}
