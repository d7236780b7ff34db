package import CairnTesting
import Foundation

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

  /// The visible content of the page, without the elements that the script hides.
  package var sight: Sight {
    let unseen = document?.all(class: "only-without-script").map(\.visibleText) ?? []
    return Sight(
      title: title, pile: pile,
      text: text.components(separatedBy: "\n").removing(unseen).joined(separator: "\n"),
      fields: fields, buttons: buttons.removing(unseen))
  }

  /// The ID of the scene in the page's address, or `nil` before the scene is created.
  package var sceneID: String? {
    guard let query = location.split(separator: "?").dropFirst().first else { return nil }
    guard query.hasPrefix("~") else { return nil }
    return String(query.dropFirst().prefix { $0 != "!" && $0 != "&" })
  }
}

extension [String] {
  /// The texts without the first occurrence of each of `others`.
  fileprivate func removing(_ others: [String]) -> [String] {
    others.reduce(into: self) { texts, other in
      if let index = texts.firstIndex(of: other) { texts.remove(at: index) }
    }
  }
}
