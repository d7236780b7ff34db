import CairnBytes
public import Foundation

/// A URL that leads into an application, with its path as components that can have arguments.
///
/// ```swift
/// // trains://detail?id=0/settings
/// Deeplink(url: url, matching: "trains")?.components == [
///   DeeplinkComponent(name: "detail", arguments: ["id": .value("0")]),
///   DeeplinkComponent(name: "settings"),
/// ]
/// ```
/// These URLs can stay the same when the screens of the application change. A ``DeeplinkParser`` maps them to
/// screens.
public struct Deeplink: Hashable, Sendable {
  /// The components of the path, in order. The first one follows the scheme.
  public let components: [DeeplinkComponent]

  /// Creates a deep link from components.
  public init(components: [DeeplinkComponent]) {
    self.components = components
  }

  /// Creates a deep link from a URL.
  ///
  /// Returns `nil` if the URL has another scheme, if the scheme isn't followed by `//`, or if a component isn't
  /// valid percent-encoded UTF-8. Schemes are compared without regard to case.
  ///
  /// Components are separated by slashes, and each can have arguments after a question mark. A component
  /// without a name, as in `app://?id=1`, is ignored. Percent-encoding is decoded once, after the URL is split.
  /// An encoded slash or ampersand therefore stays in its name or value.
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

/// A component of a deep link's path, with a name and optional arguments.
public struct DeeplinkComponent: Hashable, Sendable {
  /// An argument with or without a value.
  public enum Argument: Hashable, Sendable {
    /// `?flag`
    case flag
    /// `?name=value`
    case value(String)
  }

  /// The name.
  public let name: String
  /// The arguments by name, or `nil` if there's no question mark. If a name appears several times, the last
  /// argument is used.
  public let arguments: [String: Argument]?

  /// Creates a component.
  public init(name: String, arguments: [String: Argument]? = nil) {
    self.name = name
    self.arguments = arguments
  }

  /// Creates a component from the first component of a URL, or returns `nil` if the URL has no components.
  public init?(url: URL) {
    guard let link = Deeplink(url: url, matching: url.scheme ?? ""),
      let first = link.components.first
    else { return nil }
    self = first
  }

  /// Creates a component from its text in a URL, or returns `nil` if the text isn't valid percent-encoded
  /// UTF-8.
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
