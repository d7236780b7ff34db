import Cairn
import Foundation

/// The page of a member who is signed in.
struct MemberView: View {
  @Bindable var store: StoreOf<Members>

  var body: some View {
    NavigationStack {
      VStack {
        if let notice = store.notice { Text(notice).font(.headline) }
        Text("Signed in as \(store.email).")
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
          Button("Sign out", action: signOut)
          Button("Sign out everywhere") { store.send(.signOutEverywhereTapped) }
        }
        LanguagePicker()
      }
      .navigationTitle("Members")
      .navigationDestination(
        item: $store.scope(
          state: \.destination?.changePassword, action: \.destination.changePassword)
      ) { [email = store.email] store in
        PasswordChangeView(store: store, email: email, signOut: signOut)
      }
      .navigationDestination(
        item: $store.scope(state: \.destination?.reset, action: \.destination.reset)
      ) { store in
        PasswordResetView(store: store, signOut: signOut)
      }
      .alert(
        $store.scope(state: \.destination?.endSignIn, action: \.destination.endSignIn)
      )
      .alert(
        $store.scope(
          state: \.destination?.signOutEverywhere, action: \.destination.signOutEverywhere))
    }
  }
}

extension MemberView {
  /// Signs out of this browser. All screens behind the guard have a button for it.
  private func signOut() { store.send(.signOutTapped) }
}

/// A browser in which the member is signed in.
private struct MemberSessionRow: View {
  let session: MemberSession
  let isCurrent: Bool
  let end: () -> Void

  var body: some View {
    HStack {
      VStack {
        Text(isCurrent ? "This browser" : "Another browser")
        Text("Signed in on \(session.start, format: .moment)").foregroundStyle(.secondary)
        Text("Last used on \(session.lastUse, format: .moment)").foregroundStyle(.secondary)
        if session.isRemembered { Text("Stays signed in").foregroundStyle(.secondary) }
      }
      Spacer()
      if !isCurrent {
        Button("End", action: end)
          .accessibilityLabel("End the sign-in of \(session.start, format: .moment)")
      }
    }
  }
}

extension FormatStyle where Self == Date.FormatStyle {
  /// A date and a time, in the user's language and time zone.
  fileprivate static var moment: Self { Date.FormatStyle(date: .abbreviated, time: .shortened) }
}
