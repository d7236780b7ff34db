import Cairn
import CairnServer
import Foundation

/// A page that depends on the time zone and the color scheme of the browser, without a form or pushed changes.
struct ZonesView: View {
  @Environment(\.timeZone) var timeZone
  @Environment(\.colorScheme) var colorScheme

  var body: some View {
    List {
      Text("Zone: \(timeZone.identifier)")
      Text("Scheme: \(colorScheme?.rawValue ?? "unknown")")
    }
    .navigationTitle("Zones")
  }
}

struct ZonesApp: App {
  var body: some Scene { WindowGroup { ZonesView() } }
}
