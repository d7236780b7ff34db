import Cairn
import Foundation

/// The page of a member who is signed in.
struct MemberView: View {
  @Bindable var store: StoreOf<Members>
  let member: Member

  var body: some View {
    NavigationStack {
      VStack {
        if let notice = store.notice { Text(notice).font(.headline) }
        Text("Signed in as \(member.email).")
        List {
          Section {
            ForEach(store.sessions) { session in
              MemberSessionRow(session: session, isCurrent: session.id == store.signedIn?.id) {
                store.send(.endTapped(id: session.id))
              }
            }
          } header: {
            Text("Your browsers")
          }
        }
        HStack {
          Button("Change password") { store.send(.changePasswordTapped) }
          Button("Sign out") { store.send(.signOutTapped) }
          Button("Sign out everywhere") { store.send(.signOutEverywhereTapped) }
        }
      }
      .navigationTitle("Members")
      .navigationDestination(
        item: $store.scope(
          state: \.destination?.changePassword, action: \.destination.changePassword)
      ) { store in
        PasswordChangeView(store: store, email: member.email)
      }
      .navigationDestination(
        item: $store.scope(state: \.destination?.reset, action: \.destination.reset)
      ) { store in
        PasswordResetView(store: store)
      }
    }
  }
}

/// A browser in which the member is signed in.
private struct MemberSessionRow: View {
  let session: MemberSession
  let isCurrent: Bool
  let end: () -> Void

  @Environment(\.timeZone) var timeZone

  var body: some View {
    HStack {
      Text(isCurrent ? "This browser" : "Another browser")
      Text("Since \(start)").foregroundStyle(.secondary)
      if session.isRemembered { Text("Stays signed in").foregroundStyle(.secondary) }
      Spacer()
      if !isCurrent {
        Button("End", action: end).accessibilityLabel("End the sign-in since \(start)")
      }
    }
  }

  private var start: String {
    session.start.formatted(
      Date.FormatStyle(date: .abbreviated, time: .shortened, timeZone: timeZone))
  }
}
