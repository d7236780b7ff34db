import Cairn

/// The form to sign in.
struct MemberSignInView: View {
  @Bindable var store: StoreOf<MemberSignIn>
  let notice: LocalizedStringKey?
  let signUp: () -> Void
  let forgot: () -> Void

  var body: some View {
    MemberForm(title: "Members", notice: notice, message: store.message) {
      Section {
        TextField("Email", text: $store.email, prompt: .exampleEmail)
          .textContentType(.username)
          .keyboardType(.emailAddress)
          .validationMessage(store.emailProblem)
        SecureField("Password", text: $store.password)
          .textContentType(.password)
          .validationMessage(store.passwordProblem)
        Toggle("Stay signed in for 30 days", isOn: $store.isRemembered)
      } footer: {
        Text("Don't choose to stay signed in on a device that others use.")
      }
    } buttons: {
      Button("Sign in") { store.send(.signInTapped) }
        .buttonStyle(.borderedProminent)
        .keyboardShortcut(.defaultAction)
      Button("Sign up", action: signUp)
      Button("Forgot password", action: forgot)
    }
  }
}

/// The form of a new account.
struct MemberSignUpView: View {
  @Bindable var store: StoreOf<MemberSignUp>

  var body: some View {
    MemberForm(title: "Sign up", message: store.message) {
      Section {
        TextField("Email", text: $store.email, prompt: .exampleEmail)
          .textContentType(.username)
          .keyboardType(.emailAddress)
          .validationMessage(store.emailProblem)
        SecureField("Password", text: $store.password)
          .textContentType(.newPassword)
          .validationMessage(store.passwordProblem)
      } footer: {
        Text(
          """
          Use at least \(PasswordRules.minimumLength) characters. This is a sample, so don't use \
          a password of yours.
          """)
      }
    } buttons: {
      Button("Sign up") { store.send(.signUpTapped) }
        .buttonStyle(.borderedProminent)
        .keyboardShortcut(.defaultAction)
      Button("Cancel", role: .cancel) { store.send(.cancelTapped) }
    }
  }
}

/// The form that asks for a link.
struct PasswordResetRequestView: View {
  @Bindable var store: StoreOf<PasswordResetRequest>

  var body: some View {
    VStack {
      Form {
        if store.isSent {
          Text(
            """
            If there's an account with this address, we've sent it a link. It works once, within \
            30 minutes.
            """)
        }
        if let message = store.message { Text(message).foregroundStyle(.destructive) }
        Section {
          TextField("Email", text: $store.email, prompt: .exampleEmail)
            .textContentType(.username)
            .keyboardType(.emailAddress)
            .validationMessage(store.emailProblem)
        } footer: {
          Text("This is a sample. The link is in the server's log.")
        }
        HStack {
          Button("Send a link") { store.send(.sendTapped) }
            .buttonStyle(.borderedProminent)
            .keyboardShortcut(.defaultAction)
          Button("Cancel", role: .cancel) { store.send(.cancelTapped) }
        }
      }
      LanguagePicker()
    }
    .navigationTitle("Forgot password")
  }
}

/// The form behind a link.
struct PasswordResetView: View {
  @Bindable var store: StoreOf<PasswordReset>
  /// Signs out. It's `nil` if no member is signed in.
  var signOut: (() -> Void)?

  var body: some View {
    VStack {
      Form {
        if let message = store.message { Text(message).foregroundStyle(.destructive) }
        if store.isUsable {
          SecureField("New password", text: $store.password)
            .textContentType(.newPassword)
            .validationMessage(store.passwordProblem)
          HStack {
            Button("Change password") { store.send(.changeTapped) }
              .buttonStyle(.borderedProminent)
              .keyboardShortcut(.defaultAction)
            Button("Cancel", role: .cancel) { store.send(.cancelTapped) }
          }
        } else {
          Text("This link doesn't work anymore. Ask for another one.")
          Button("Cancel", role: .cancel) { store.send(.cancelTapped) }
        }
        if let signOut { Button("Sign out", action: signOut) }
      }
      LanguagePicker()
    }
    .navigationTitle("New password")
  }
}

/// The form that replaces a member's password.
struct PasswordChangeView: View {
  @Bindable var store: StoreOf<PasswordChange>
  let email: String
  let signOut: () -> Void

  var body: some View {
    MemberForm(title: "Change password", message: store.message) {
      Section {
        SecureField("Current password", text: $store.current)
          .textContentType(.password)
          .validationMessage(store.currentProblem)
        SecureField("New password", text: $store.password)
          .textContentType(.newPassword)
          .validationMessage(store.passwordProblem)
      } footer: {
        Text("The account is \(email). All other browsers are signed out.")
      }
    } buttons: {
      Button("Change password") { store.send(.changeTapped) }
        .buttonStyle(.borderedProminent)
        .keyboardShortcut(.defaultAction)
      Button("Cancel", role: .cancel) { store.send(.cancelTapped) }
      Button("Sign out", action: signOut)
    }
  }
}

extension LocalizedStringKey {
  /// An address that's the same in all languages.
  fileprivate static var exampleEmail: Self { Self(verbatim: "ada@example.com") }
}
