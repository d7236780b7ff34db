/// The layout of the stored data, which is the value of the key `version`.
struct Layout: Equatable {
  var version = Keys.version
  var shards: Int

  init(shards: Int) {
    self.shards = shards
  }

  /// Reads a layout from the version, which a space and the number of shards follow if there are several.
  init?(_ text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard let version = Int(parts[0]),
      let shards = parts.count == 1 ? 1 : Int(parts[1])
    else { return nil }
    self.version = version
    self.shards = shards
  }

  var text: String { shards == 1 ? "\(version)" : "\(version) \(shards)" }
}
