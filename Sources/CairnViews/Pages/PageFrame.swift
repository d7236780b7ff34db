import CairnBytes

/// The version of everything around the layers of a page, such as its style sheet. A patch doesn't change that.
///
/// During a deployment, a server can get a request for the changes of a page that a server with another version has
/// made. If their frames differ, the page is loaded again.
package struct PageFrame: Hashable, Sendable {
  /// A hash of the frame.
  package let number: UInt32

  /// - Parameters:
  ///   - chrome: The templates.
  ///   - parts: The URLs of the style sheet and of the script, and the versions of the program.
  package init(_ chrome: Chrome, _ parts: [String]) {
    var hash = FNV1a.hash("")
    for piece in chrome.page {
      switch piece {
      case .bytes(let bytes): hash = bytes.withUnsafeBytes { FNV1a.hash($0, seed: hash) }
      case .slot(let slot): hash = FNV1a.hash("\0\(slot.rawValue)\0", seed: hash)
      }
    }
    for part in parts { hash = FNV1a.hash("\0\(part)", seed: hash) }
    number = UInt32(truncatingIfNeeded: hash ^ hash >> 32)
  }

  /// Eight hexadecimal digits.
  var text: String { number.paddedHex }
}

extension PageContext {
  /// The language of the page if the application has several, and the version of the frame. It's `nil` if a patch can
  /// change everything about the page.
  ///
  /// If the browser's page has another one, the script loads the page again.
  var lang: String? {
    let parts = [isMultilingual ? texts.language.tag : nil, frame?.text].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }
}
