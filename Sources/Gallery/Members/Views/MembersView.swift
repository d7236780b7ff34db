import Cairn

/// The sample's screens. Visitors who aren't signed in see only the ones to get an account or a new password.
struct MembersView: View {
  let store: StoreOf<Members>

  var body: some View {
    MemberView(store: store)
      .guarded(presentation: .overlay) { _ in
        !store.mustConfirm
      } otherwise: {
        MemberConfirmationView(
          store: store.scope(state: \.confirmation, action: \.confirmation),
          signOut: { store.send(.signOutTapped) })
      }
      .guarded(by: .members) { VisitorView(store: store) }
      .backLink(LocalizedStringKey("Gallery"), to: "/")
  }
}
