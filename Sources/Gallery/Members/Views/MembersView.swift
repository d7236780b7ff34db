import Cairn

/// The guard of the sample.
struct MembersView: View {
  let store: StoreOf<Members>

  var body: some View {
    if let member = store.member {
      MemberView(store: store, member: member)
    } else {
      VisitorView(store: store)
    }
  }
}
