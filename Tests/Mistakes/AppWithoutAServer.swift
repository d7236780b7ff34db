import Cairn

// error: 'App' is unavailable: Add 'import CairnServer', which declares 'App', 'Scene', and
//   'WindowGroup'.
struct AppWithoutAServer: App {
}
