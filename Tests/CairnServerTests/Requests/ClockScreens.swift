import Cairn
import CairnServer

/// A screen that knows something about the request.
private struct NotedScreen: Screen, Codable {
  var presentationStyle: ScreenPresentationStyle { .push }

  var facts: String {
    @Dependency(\.request) var request
    @Dependency(\.timeZone) var timeZone
    return requestFacts(request, timeZone)
  }
}

private struct ClockScreen: Screen, Codable {
  var presentationStyle: ScreenPresentationStyle { .push }
}

private struct ClockScreenView: View {
  @Environment(\.navigator) var navigator

  var body: some View {
    Button("Note") { navigator.go(to: NotedScreen(), on: ClockScreen()) }
      .navigationTitle("Clock")
  }
}

private struct ClockTree: NavigationTree {
  var builder: some PathBuilder {
    Screen(ClockScreen.self) {
      ClockScreenView()
    } nesting: {
      Screen { (screen: NotedScreen) in
        VStack {
          SeenFactsView()
          Text("Noted: \(screen.facts)")
        }
        .navigationTitle("Noted")
      }
    }
  }
}

struct ClockScreensApp: App {
  let dataSource = Navigator.Datasource(root: ClockScreen())

  var body: some Scene {
    WindowGroup { Root(dataSource: dataSource, pathBuilder: ClockTree()) }
  }
}
