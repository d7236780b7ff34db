import CairnBytes
public import Foundation

/// A URL that leads into an application: its path as components with arguments.
///
/// ```swift
/// // trains://detail?id=0/settings
/// Deeplink(url: url, matching: "trains")?.components == [
///   DeeplinkComponent(name: "detail", arguments: ["id": .value("0")]),
///   DeeplinkComponent(name: "settings"),
/// ]
/// ```
/// A scheme's URLs may stay as they are when the application's screens change: a ``DeeplinkParser`` says
/// what they lead to.
public struct Deeplink: Hashable, Sendable {
  /// The parts of the path, from the first behind the scheme.
  public let components: [DeeplinkComponent]

  /// A deep link of components.
  public init(components: [DeeplinkComponent]) {
    self.components = components
  }

  /// The deep link of a URL. It is `nil` if the URL has another scheme, or if no `//` follows the scheme.
  /// Case doesn't matter in a scheme.
  ///
  /// A component without a name, as in `app://?id=1`, is left out.
  ///
  /// Components are separated by slashes, and each may have arguments behind a question mark. What is
  /// percent-encoded is decoded once, after the URL is taken apart: an encoded slash or ampersand stays
  /// in its name or value.
  public init?(url: URL, matching scheme: String) {
    guard let found = url.scheme, found.lowercased() == scheme.lowercased() else { return nil }
    var rest = url.absoluteString.utf8.dropFirst(found.utf8.count + 1)
    guard rest.starts(with: "//".utf8) else { return nil }
    rest = rest.dropFirst(2)
    if let fragment = rest.firstIndex(of: UInt8(ascii: "#")) { rest = rest[..<fragment] }
    var components: [DeeplinkComponent] = []
    for part in rest.split(separator: UInt8(ascii: "/")) {
      guard let component = DeeplinkComponent(encoded: part) else { return nil }
      if !component.name.isEmpty { components.append(component) }
    }
    self.init(components: components)
  }
}

/// A part of a deep link's path: a name, and arguments where it has some.
public struct DeeplinkComponent: Hashable, Sendable {
  /// An argument: alone, or with a value.
  public enum Argument: Hashable, Sendable {
    /// `?flag`
    case flag
    /// `?name=value`
    case value(String)
  }

  public let name: String
  /// The arguments by their names; nil where there is no question mark. Of a name that is there several
  /// times the last counts.
  public let arguments: [String: Argument]?

  public init(name: String, arguments: [String: Argument]? = nil) {
    self.name = name
    self.arguments = arguments
  }

  /// The first component of a URL, behind its scheme; nil where there is none.
  public init?(url: URL) {
    guard let link = Deeplink(url: url, matching: url.scheme ?? ""),
      let first = link.components.first
    else { return nil }
    self = first
  }

  /// A component as it stands in a URL; nil where its percent-encoding is not one of UTF-8.
  init?(encoded text: Substring.UTF8View) {
    let parts = text.split(
      separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = PercentCoding.text(parts[0]) else { return nil }
    self.name = name
    guard parts.count == 2 else {
      arguments = nil
      return
    }
    var arguments: [String: Argument] = [:]
    for item in parts[1].split(separator: UInt8(ascii: "&")) {
      let pair = item.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let key = PercentCoding.text(pair[0]) else { return nil }
      guard pair.count == 2 else {
        arguments[key] = .flag
        continue
      }
      guard let value = PercentCoding.text(pair[1]) else { return nil }
      arguments[key] = .value(value)
    }
    self.arguments = arguments
  }
}
