import Cairn

/// The sample's screens. Visitors who aren't signed in see only the ones to get an account or a new password.
struct MembersView: View {
  let store: StoreOf<Members>

  var body: some View {
    MemberView(store: store)
      .guarded(by: .members) { VisitorView(store: store) }
      .backLink(LocalizedStringKey("Gallery"), to: "/")
  }
}
