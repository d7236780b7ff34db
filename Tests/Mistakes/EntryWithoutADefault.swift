import Cairn

extension EnvironmentValues {
  @Entry
  // error: '@Entry' requires a default value, which is used if no view sets it
  var isMistaken: Bool
}
