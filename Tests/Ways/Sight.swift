package import CairnTesting

/// The visible content of a page.
package struct Sight: Equatable, Sendable {
  package let title: String
  package let pile: [String]
  package let text: String
  package let fields: [Field]
  package let buttons: [String]
}

extension Browser {
  /// The kinds and titles of the layers, lowest first.
  package var pile: [String] { layers.map { "\($0.kind) \($0.title)" } }

  /// The visible content of the page.
  package var sight: Sight {
    Sight(title: title, pile: pile, text: text, fields: fields, buttons: buttons)
  }

  /// The ID of the scene in the page's address, or `nil` before the scene is created.
  package var sceneID: String? {
    guard let query = location.split(separator: "?").dropFirst().first else { return nil }
    guard query.hasPrefix("~") else { return nil }
    return String(query.dropFirst().prefix { $0 != "!" && $0 != "&" })
  }
}
