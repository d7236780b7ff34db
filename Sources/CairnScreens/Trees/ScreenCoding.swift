import Synchronization

/// The form in which the screens of a type are written and read.
struct ScreenCoding {
  let type: any Screen.Type
  let pathName: String
  let pathArguments: [String]

  init(_ type: any Screen.Type) {
    self.type = type
    pathName = type.pathName
    pathArguments = type.pathArguments.map(\.stringValue)
  }

  /// Returns the codings of the screens of a tree, in its order.
  static func all<Tree: PathBuilder>(of tree: Tree.Type) -> [ScreenCoding] {
    known.withLock { known in
      let id = ObjectIdentifier(tree)
      if let codings = known[id] { return codings }
      let codings = TreeOutline(tree).nodes.map { ScreenCoding($0.type) }
      known[id] = codings
      return codings
    }
  }

  /// The codings of each tree, which depend only on its type.
  private static let known = Mutex<[ObjectIdentifier: [ScreenCoding]]>([:])

  // MARK: In a URL

  /// Returns the arguments of a screen in a URL, which are the properties that its type decodes.
  ///
  /// Returns `nil` if the screen can't be decoded from these arguments.
  static func arguments(of screen: AnyScreen) -> ScreenArguments? {
    guard let base = screen.base as? any Screen & Encodable else { return nil }
    return arguments(of: base)
  }

  private static func arguments<S: Screen & Encodable>(of screen: S) -> ScreenArguments? {
    guard let type = S.self as? any (Screen & Decodable).Type,
      var arguments = try? ScreenArguments(of: screen),
      let (read, keys) = decode(type, { arguments[$0] }), read == AnyScreen(screen)
    else { return nil }
    // Removes properties that the type doesn't decode, such as a presentation style that's the same for all
    // screens.
    arguments.items.removeAll { !keys.contains($0.key) }
    return arguments
  }

  /// Returns the screen for arguments and the keys of these arguments, or `nil` if they aren't valid for the
  /// type.
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

  /// Returns a text that distinguishes a screen from the other screens of a path.
  static func text(of screen: AnyScreen) -> String {
    let type = String(reflecting: Swift.type(of: screen.base))
    guard let arguments = arguments(of: screen) else { return "\(type) \(screen.base)" }
    return arguments.items.reduce(into: type) { $0 += " \($1.key)=\($1.value ?? "")" }
  }

  // MARK: In a store

  /// The name of the type in stored paths.
  var storedName: String { String(reflecting: type) }

  static func storedName(of screen: AnyScreen) -> String {
    String(reflecting: Swift.type(of: screen.base))
  }
}
