import Synchronization

/// How screens of a type are written and read.
struct ScreenCoding {
  let type: any Screen.Type
  let pathName: String
  let pathArguments: [String]

  init(_ type: any Screen.Type) {
    self.type = type
    pathName = type.pathName
    pathArguments = type.pathArguments.map(\.stringValue)
  }

  /// How the screens of a tree are written and read, in its order.
  static func all<Tree: PathBuilder>(of tree: Tree.Type) -> [ScreenCoding] {
    known.withLock { known in
      let id = ObjectIdentifier(tree)
      if let codings = known[id] { return codings }
      let codings = TreeOutline(tree).nodes.map { ScreenCoding($0.type) }
      known[id] = codings
      return codings
    }
  }

  /// Those of each tree, which depend on nothing but its type.
  private static let known = Mutex<[ObjectIdentifier: [ScreenCoding]]>([:])

  // MARK: In a URL

  /// The arguments of a screen as they stand in a URL: those that its type reads; nil where it can not
  /// be read from them.
  static func arguments(of screen: AnyScreen) -> ScreenArguments? {
    guard let base = screen.base as? any Screen & Encodable else { return nil }
    return arguments(of: base)
  }

  private static func arguments<S: Screen & Encodable>(of screen: S) -> ScreenArguments? {
    guard let type = S.self as? any (Screen & Decodable).Type,
      var arguments = try? ScreenArguments(of: screen),
      let (read, keys) = decode(type, { arguments[$0] }), read == AnyScreen(screen)
    else { return nil }
    // Such as a presentation style that is the same for all screens of the type.
    arguments.items.removeAll { !keys.contains($0.key) }
    return arguments
  }

  /// The screen of arguments; nil where they are not those of the type.
  func screen(_ find: @escaping (String) -> String??) -> (screen: AnyScreen, keys: Set<String>)? {
    guard let type = type as? any (Screen & Decodable).Type else { return nil }
    return Self.decode(type, find)
  }

  private static func decode<S: Screen & Decodable>(
    _ type: S.Type, _ find: @escaping (String) -> String??
  ) -> (AnyScreen, Set<String>)? {
    guard let (screen, keys) = try? ScreenArguments.decode(S.self, find: find) else { return nil }
    return (AnyScreen(screen), keys)
  }

  /// A text that tells a screen from others of a path.
  static func text(of screen: AnyScreen) -> String {
    let type = String(reflecting: Swift.type(of: screen.base))
    guard let arguments = arguments(of: screen) else { return "\(type) \(screen.base)" }
    return arguments.items.reduce(into: type) { $0 += " \($1.key)=\($1.value ?? "")" }
  }

  // MARK: In a store

  /// The name of the type in what is stored.
  var storedName: String { String(reflecting: type) }

  static func storedName(of screen: AnyScreen) -> String {
    String(reflecting: Swift.type(of: screen.base))
  }
}
