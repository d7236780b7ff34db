import Cairn
import CairnServer

struct DeskView: View {
  @Bindable var store: StoreOf<Desk>

  var body: some View {
    if let user = store.user {
      NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
        IssueListView(store: store, user: user)
      } destination: { element in
        switch element.case {
        case .issue(let issue): DeskIssueView(store: issue)
        }
      }
    } else {
      DeskSignInView(store: store.scope(state: \.signIn, action: \.signIn))
    }
  }
}

struct IssueListView: View {
  @Bindable var store: StoreOf<Desk>
  let user: DeskUser

  var body: some View {
    Form {
      Text("Signed in as \(user.name)")
      Text("Issues: \(store.status?.rawValue ?? "all"), page \(store.page)")
      TextField("Search", text: $store.search)
      Button("Find") {}
      Button("All") { store.send(.filterTapped(nil)) }
      Button("Open") { store.send(.filterTapped(.open)) }
      Button("Closed") { store.send(.filterTapped(.closed)) }
      if store.page > 1 { Button("Before") { store.send(.pageTapped(store.page - 1)) } }
      if !store.issues.isEmpty { Button("More") { store.send(.pageTapped(store.page + 1)) } }
      ForEach(store.issues, id: \.self) { id in
        Button("Issue \(id)") { store.send(.issueTapped(id)) }
      }
      Button("Sign out") { store.send(.signOutTapped) }
    }
    .navigationTitle("Desk")
  }
}

struct DeskIssueView: View {
  @Bindable var store: StoreOf<DeskIssue>

  var body: some View {
    VStack {
      Button("Comments") { store.send(.commentsTapped) }
      Button("Next") { store.send(.nextTapped) }
    }
    .navigationTitle("Issue \(store.id)")
    .sheet(item: $store.scope(state: \.comments, action: \.comments)) {
      CommentFormView(store: $0)
    }
  }
}

struct DeskApp: App {
  let store = Store(initialState: Desk.State()) { Desk() }

  var body: some Scene {
    WindowGroup { DeskView(store: store) }
      .routes(of: store)
  }
}
