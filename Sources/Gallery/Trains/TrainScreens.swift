import Cairn

/// All trains: `home`.
struct HomeScreen: Screen, Codable {
  var presentationStyle: ScreenPresentationStyle { .push }
}

/// A train: `detail?id=0`.
struct DetailScreen: Screen, Codable {
  let id: Int
  var presentationStyle: ScreenPresentationStyle { .push }
}

/// The seats of the train below: `capacity`.
struct CapacityScreen: Screen, Codable {
  var presentationStyle: ScreenPresentationStyle { .sheet(allowsPush: false) }
}

/// The settings, on whatever screen, as a sheet or pushed: `settings?style=push`.
struct SettingsScreen: Screen, Codable {
  var style = ScreenPresentationStyle.sheet()
  var presentationStyle: ScreenPresentationStyle { style }
}

/// Where deep links lead: `shortcuts?style=sheet`.
struct ShortcutsScreen: Screen, Codable {
  var style = ScreenPresentationStyle.push
  var presentationStyle: ScreenPresentationStyle { style }
}

/// The board of a station, with a tab for each direction: `station/Oslo`.
struct StationScreen: Screen, Codable {
  let name: String
  var presentationStyle: ScreenPresentationStyle { .push }

  static var pathArguments: [any CodingKey] { [CodingKeys.name] }
}

/// The trains that leave a station.
struct DeparturesScreen: Screen, Codable {
  var presentationStyle: ScreenPresentationStyle { .push }
}

/// The trains that come to a station.
struct ArrivalsScreen: Screen, Codable {
  var presentationStyle: ScreenPresentationStyle { .push }
}

/// What stands in the place of all screens while they are locked.
struct LockScreen: Screen, Codable {
  var presentationStyle: ScreenPresentationStyle { .push }
}
