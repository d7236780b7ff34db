import CairnServer
import Foundation
import WebDriver

/// The traces of a flow: the data of the server and the visible pages of its users, with names for
/// messages.
package struct Traces: Equatable {
  package private(set) var parts: [String: String] = [:]

  init(_ sites: [FlowSite], _ sights: [LastSight]) async throws {
    for (number, site) in sites.enumerated() {
      for (name, value) in site.leftovers() { parts["\(name) \(number)"] = value }
    }
    var sceneIDs: Set<String> = []
    for (number, last) in sights.enumerated() {
      guard let sight = last.sight else { continue }
      let user = "user \(number)"
      parts["\(user): path"] = last.path
      parts["\(user): notice"] = "\(last.notice ?? "none")"
      parts["\(user): title"] = sight.title
      parts["\(user): pile"] = "\(sight.pile)"
      // Without the script, some buttons replace automatic behavior.
      let seen = { (text: String) in !Way.isHiddenByScript(text) }
      let lines = sight.text.split(separator: "\n").map(String.init).filter(seen)
      // The page shows the session's ID, which differs.
      parts["\(user): text"] = lines.joined(separator: "\n")
        .replacing(/[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/, with: "id")
      parts["\(user): fields"] = "\(sight.fields)"
      parts["\(user): buttons"] = "\(sight.buttons.filter(seen))"
      // An address from another user may contain the ID of that user's scene.
      guard let sceneID = last.sceneID, sceneIDs.insert(sceneID).inserted else { continue }
      for site in sites {
        guard let scene = site.storedScene(sceneID) else { continue }
        parts["\(user): state"] = scene.stateBytes.map(Self.readable)
        parts["\(user): location"] = "\(scene.mount) \(scene.location)"
        parts["\(user): drafts"] = "\(scene.typed.sorted())"
      }
    }
  }

  /// A stored state without random details, such as the order of keys and generated IDs.
  private static func readable(_ state: [UInt8]) -> String {
    var names: [String: String] = [:]
    func readable(_ value: JSON) -> String {
      switch value {
      case .object(var members):
        members["instance"] = nil
        // A restored scene skips numbers for the elements of its stacks.
        if members["elements"] != nil, members["next"] != nil {
          for key in ["ids", "next"] { members[key] = nil }
        }
        let texts = members.sorted { $0.key < $1.key }.map { key, value in
          // A state that is stored in parts contains them as bytes.
          let part = key == "bytes" ? value.string.flatMap { Data(base64Encoded: $0) } : nil
          return "\(key): \(readable(part.flatMap(json) ?? value))"
        }
        return "{\(texts.joined(separator: ", "))}"
      case .array(let values): return "[\(values.map(readable).joined(separator: ", "))]"
      case .string(let text):
        guard UUID(uuidString: text) != nil else { return text }
        let name = names[text] ?? "id \(names.count)"
        names[text] = name
        return name
      case .number(let number): return "\(number)"
      case .bool(let bool): return "\(bool)"
      case .null: return "null"
      }
    }
    return json(Data(state)).map(readable) ?? String(decoding: state, as: UTF8.self)
  }

  private static func json(_ data: Data) -> JSON? {
    try? JSONDecoder().decode(JSON.self, from: data)
  }

  /// The parts that differ or are missing.
  package func differences(from other: Traces) -> [String] {
    other.parts.keys.sorted().compactMap { name in
      guard let two = other.parts[name], parts[name] != two else { return nil }
      return "\(name): \(parts[name] ?? "nothing")\ninstead of \(two)"
    }
  }
}
