import Cairn

/// All trains. Its path segment is `home`.
struct HomeScreen: Screen, Codable {
  var presentationStyle: ScreenPresentationStyle { .push }
}

/// A train. Its path segment is, for example, `detail?id=0`.
struct DetailScreen: Screen, Codable {
  let id: Int
  var presentationStyle: ScreenPresentationStyle { .push }
}

/// The seats of the train on the screen below. Its path segment is `capacity`.
struct CapacityScreen: Screen, Codable {
  var presentationStyle: ScreenPresentationStyle { .sheet(allowsPush: false) }
}

/// The settings, which can follow any screen as a sheet or as a pushed screen.
///
/// Its path segment is, for example, `settings?style=push`.
struct SettingsScreen: Screen, Codable {
  var style = ScreenPresentationStyle.sheet()
  var presentationStyle: ScreenPresentationStyle { style }
}

/// A list of deep links to try. Its path segment is, for example, `shortcuts?style=sheet`.
struct ShortcutsScreen: Screen, Codable {
  var style = ScreenPresentationStyle.push
  var presentationStyle: ScreenPresentationStyle { style }
}

/// The timetable of a station, with a tab for each direction. Its path segment is, for example, `station/Oslo`.
struct StationScreen: Screen, Codable {
  let name: String
  var presentationStyle: ScreenPresentationStyle { .push }

  static var pathArguments: [any CodingKey] { [CodingKeys.name] }
}

/// The trains that depart from a station.
struct DeparturesScreen: Screen, Codable {
  var presentationStyle: ScreenPresentationStyle { .push }
}

/// The trains that arrive at a station.
struct ArrivalsScreen: Screen, Codable {
  var presentationStyle: ScreenPresentationStyle { .push }
}

/// The screen that replaces all others while the sample is locked.
struct LockScreen: Screen, Codable {
  var presentationStyle: ScreenPresentationStyle { .push }
}
