import CairnModels
import CairnServer
import Foundation

/// Returns what a part of an application knows about the request.
func requestFacts(_ request: RequestInfo, _ timeZone: TimeZone) -> String {
  let facts = [timeZone.identifier, request.userAgent, request.clientAddress]
  return (facts.compactMap(\.self) + request.languages.map(\.tag)).joined(separator: " ")
}

/// A comparable view, whose markup is remembered, of what it knows about the request.
struct SeenFactsView: View, Equatable {
  @Environment(\.request) var request
  @Environment(\.timeZone) var timeZone

  var body: some View { Text("Seen: \(requestFacts(request, timeZone))") }

  static func == (left: Self, right: Self) -> Bool { true }
}

/// A model that notes what it knows about the request.
struct ClockModel: Model {
  struct State: Codable, Equatable {
    var noted = ""
  }

  @ModelDependency(\.request) private var request
  @ModelDependency(\.timeZone) private var timeZone
  @ModelState private var state: State

  func noteTapped() { state.noted = requestFacts(request, timeZone) }
}

private struct ClockModelView: View {
  @ObservedModel var model: ClockModel

  var body: some View {
    List {
      SeenFactsView()
      Text("Noted: \(model.noted)")
      Button("Note") { model.noteTapped() }
    }
    .navigationTitle("Model")
  }
}

struct ClockModelApp: App {
  let store = Store<ClockModel>(initialState: .init())

  var body: some Scene { WindowGroup { ClockModelView(model: store.model) } }
}
