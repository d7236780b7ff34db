import CairnModels
import CairnServer
import CairnTesting
import Testing
import Ways

/// A model that signs users in.
struct SafeModel: Model {
  struct State: Codable, Equatable {
    @Writable var name = ""
    var visits = 0
  }

  @ModelState private var state: State
  @ModelDependency(\.session) private var session

  func signInTapped() {
    if !state.name.isEmpty { session.signIn(as: state.name) }
  }

  func visitTapped() { state.visits += 1 }
}

private struct SafeView: View {
  @ObservedModel var model: SafeModel

  var body: some View {
    VStack {
      Text("Visits: \(model.visits)")
      Button("Visit") { model.visitTapped() }
    }
    .navigationTitle("Safe")
  }
}

private struct SafeSignInView: View {
  @ObservedModel var model: SafeModel

  var body: some View {
    Form {
      TextField("Name", text: model.$name)
      Button("Sign in") { model.signInTapped() }
    }
    .navigationTitle("Sign in")
  }
}

private struct SafeApp: App {
  let store = Store<SafeModel>(initialState: .init())

  var body: some Scene {
    WindowGroup { SafeView(model: store.model) }
      .guarded(by: .signedIn) { SafeSignInView(model: store.model) }
  }
}

@Suite(.restarting) struct GuardedModelTests {
  @Test(.everyWay) func `A guard hides the views of a model`() async throws {
    let user = try await FlowSite(isJudged: true) { settings, sessions in
      try Server(settings: settings, sessions: sessions) { Mount("/", SafeApp.self) }
    }.user(at: "/")
    #expect(user.heading == "Sign in")
    try await user.fill("Name", with: "ann")
    try await user.click("Sign in")
    #expect(user.heading == "Safe")
    try await user.click("Visit")
    #expect(user.text.contains("Visits: 1"))
  }
}
