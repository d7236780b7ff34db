import CairnSessions
import CairnViews
import Foundation

@testable import CairnServer
@testable import Gallery
@testable import WebDriver

/// What a flow leaves behind: what the server holds, and what its users see. By name, for messages.
struct Traces: Equatable {
  private(set) var parts: [String: String] = [:]

  init(_ sites: [GallerySite], _ sights: [LastSight]) async throws {
    for (number, site) in sites.enumerated() {
      parts["items \(number)"] = "\(Array(site.inventory.items()))"
    }
    for (number, last) in sights.enumerated() {
      guard let sight = last.sight else { continue }
      let user = "user \(number)"
      parts["\(user): path"] = last.path
      parts["\(user): notice"] = "\(last.notice ?? "none")"
      parts["\(user): title"] = sight.title
      parts["\(user): pile"] = "\(sight.pile)"
      // Without the script there are buttons for what it does by itself.
      let seen = { (text: String) in !Way.buttonsWithoutScript.contains(text) }
      let lines = sight.text.split(separator: "\n").map(String.init).filter(seen)
      parts["\(user): text"] = lines.joined(separator: "\n")
      parts["\(user): fields"] = "\(sight.fields)"
      parts["\(user): buttons"] = "\(sight.buttons.filter(seen))"
      guard let mark = last.mark else { continue }
      for site in sites {
        guard let scene = site.storedScene(mark) else { continue }
        parts["\(user): state"] = scene.state.map(Self.readable)
        parts["\(user): location"] = "\(scene.mount) \(scene.location)"
        parts["\(user): drafts"] = "\(scene.drafts.values.map(\.typed).sorted())"
      }
    }
  }

  /// A stored state without what is by chance: the order of keys, and identities that were made.
  private static func readable(_ state: [UInt8]) -> String {
    var names: [String: String] = [:]
    func readable(_ value: JSON) -> String {
      switch value {
      case .object(var members):
        members["instance"] = nil
        let texts = members.sorted { $0.key < $1.key }.map { key, value in
          // A state that is kept in parts has them as bytes.
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

  /// What is in both and not the same.
  func differences(from other: Traces) -> [String] {
    parts.keys.sorted().compactMap { name in
      guard let one = parts[name], let two = other.parts[name], one != two else { return nil }
      return "\(name): \(one)\ninstead of \(two)"
    }
  }
}
