import CairnBytes

/// The encoding of a session's values for the store.
enum SessionValuePayload {
  /// The version of the encoding. It prevents a later version from being read as this one.
  private static let layout: UInt8 = 1

  /// The maximum number of bytes of all values of a session, including their keys.
  static let limit = 256 * 1024

  /// Returns the values that fit within the limit. The largest values are left out until the others fit.
  static func fitting(
    _ values: [String: [UInt8]]
  ) -> (values: [String: [UInt8]], leftOut: Set<String>) {
    func size(_ entry: (key: String, value: [UInt8])) -> Int {
      entry.key.utf8.count + entry.value.count
    }
    var total = values.reduce(0) { $0 + size($1) }
    guard total > limit else { return (values, []) }
    var fitting = values
    var leftOut: Set<String> = []
    for entry in values.sorted(by: { (size($0), $0.key) > (size($1), $1.key) }) {
      guard total > limit else { break }
      fitting[entry.key] = nil
      leftOut.insert(entry.key)
      total -= size(entry)
    }
    return (fitting, leftOut)
  }

  static func encode(_ values: [String: [UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = [layout]
    bytes.appendVariable(UInt64(values.count))
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      bytes.appendText(key)
      bytes.appendBlock(value)
    }
    return bytes
  }

  /// Decodes the bytes from ``encode(_:)``. Returns no values for no bytes, and `nil` for any other bytes.
  static func decode(_ bytes: [UInt8]) -> [String: [UInt8]]? {
    guard !bytes.isEmpty else { return [:] }
    var rest = bytes[...]
    guard rest.popFirst() == layout, let count = rest.readCount() else { return nil }
    var values: [String: [UInt8]] = [:]
    for _ in 0..<count {
      guard let key = rest.readText(), let value = rest.readBlock() else { return nil }
      values[key] = value
    }
    return rest.isEmpty ? values : nil
  }
}
