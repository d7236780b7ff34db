import CairnFeatures
import CairnViews

/// A state with the values of the views' `@State` properties.
///
/// It's only used after one of these values was changed. Until then, and in applications that have no such properties,
/// the state is stored without them.
struct StateAndViews {
  /// The state of the application, or `nil` if it has no stores.
  let state: Any?
  let views: ViewStateValues
}

extension ViewStateValues {
  /// The values as a JSON object, by the hexadecimal digits of their keys.
  var json: [UInt8] {
    var json: [UInt8] = Array("{".utf8)
    for (key, entry) in entries.sorted(by: { $0.key < $1.key }) {
      guard let value = entry.json else { continue }
      if json.count > 1 { json.append(UInt8(ascii: ",")) }
      json += "\"\(Hex.text(key))\":{\"value\":".utf8
      json += value
      if !entry.guards.isEmpty {
        let guards = entry.guards.map { "\"\(Hex.text($0))\"" }.joined(separator: ",")
        json += ",\"guards\":[\(guards)]".utf8
      }
      json.append(UInt8(ascii: "}"))
    }
    json.append(UInt8(ascii: "}"))
    return json
  }

  /// Creates values from their JSON. Members that can't be read are left out, and their views have initial values.
  init(json: JSONValue) {
    self.init()
    guard case .object(let members) = json else { return }
    for (name, member) in members {
      guard let key = Hex.parse(name), case .object(let entry) = member, let value = entry["value"]
      else { continue }
      var guards: [UInt64] = []
      if case .array(let places)? = entry["guards"] {
        guards = places.compactMap { place in
          if case .string(let digits) = place { Hex.parse(digits) } else { nil }
        }
      }
      self[key] = Entry(json: value.bytes, guards: guards)
    }
  }
}
