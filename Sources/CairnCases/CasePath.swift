/// A path to one case of an enum, which extracts, embeds, and changes the payload of the case.
///
/// A case path is a type and not a pair of closures, so that the compiler can optimize chains of case paths.
/// The macro ``/CairnSharedMacros/CasePathable()`` generates a case path for each case of an enum. You refer to a case path with a
/// key path such as `\.destination.edit`.
public protocol CasePath<Root, Value>: Sendable, SendableMetatype {
  /// The type of the enum.
  associatedtype Root
  /// The type of the payload: `Void` if the case has no values, and a tuple if it has several.
  associatedtype Value

  /// Returns the payload, or `nil` if the enum is at another case.
  func extract(from root: Root) -> Value?

  /// Returns the enum at this case, with the given payload.
  func embed(_ value: Value) -> Root

  /// Changes the payload in place.
  ///
  /// - Returns: The result of the closure. If the enum is at another case, the closure isn't called, and the
  ///   result is `nil`.
  func modify<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result?

  /// The number of enums that contain the payload, including the root.
  static var _depth: Int { get }
}

extension CasePath {
  @inlinable
  public static var _depth: Int { 1 }

  /// Changes the payload by extracting and embedding it. Returns `nil` if the enum is in another case.
  @inlinable
  public func modify<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result? {
    guard var value = extract(from: root) else { return nil }
    // Without this line, both `root` and `value` would reference the payload's storage while the closure
    // changes it. Each copy-on-write storage in the payload would then be copied.
    _ = consume root
    let result = body(&value)
    root = embed(value)
    return result
  }
}

/// A case path without a value at run time, which is fully described by its type.
///
/// Operators use only the type of a key path to such a case. They take the key path as an autoclosure that they
/// never evaluate.
public protocol StaticCasePath: CasePath {
  /// Creates the case path.
  init()
}

/// The case path of a case with one value, which embeds the payload with the case's constructor.
///
/// The macro ``/CairnSharedMacros/CasePathable()`` generates these paths.
public protocol _PayloadCasePath: StaticCasePath {
  /// The case, as a function.
  static var _embedding: (Value) -> Root { get }
}

extension _PayloadCasePath {
  @inlinable
  public func embed(_ value: Value) -> Root { Self._embedding(value) }
}

/// A type whose cases have case paths. Use the macro ``/CairnSharedMacros/CasePathable()`` to conform to it.
@dynamicMemberLookup
public protocol CasePathable: SendableMetatype {
  /// A type that has one property of type ``Case`` for each case.
  associatedtype Cases: Sendable

  /// The root of key paths such as `\.edit`.
  static var cases: Cases { get }
}

extension CasePathable {
  /// The payload of a case, or `nil` if the value is at another case.
  @inlinable
  public subscript<Path: CasePath>(
    dynamicMember keyPath: KeyPath<Cases, Case<Path>>
  ) -> Path.Value? where Path.Root == Self {
    Self.cases[keyPath: keyPath]._path.extract(from: self)
  }

  /// Returns whether the value is at a case.
  @inlinable
  public func `is`<Path: CasePath>(_ keyPath: KeyPath<Cases, Case<Path>>) -> Bool
  where Path.Root == Self {
    Self.cases[keyPath: keyPath]._path.extract(from: self) != nil
  }
}

/// One case of an enum, with the cases of its payload as members.
@dynamicMemberLookup
public struct Case<Path: CasePath>: Sendable {
  /// The case path. The underscore keeps the name `path` available for a case, because many features have one.
  public let _path: Path

  /// Creates a case with a case path.
  @inlinable
  public init(_ path: Path) {
    _path = path
  }

  /// A case of the payload.
  @inlinable
  public subscript<Next: CasePath>(
    dynamicMember keyPath: KeyPath<Path.Value.Cases, Case<Next>>
  ) -> Case<Chain<Path, Next>> where Path.Value: CasePathable, Next.Root == Path.Value {
    Case<Chain<Path, Next>>(Chain(_path, Path.Value.cases[keyPath: keyPath]._path))
  }
}

/// A case path that follows one case path and then another.
public struct Chain<First: CasePath, Second: CasePath>: CasePath
where Second.Root == First.Value {
  /// The path to the case of the outer enum.
  public let first: First
  /// The path to the case of the payload.
  public let second: Second

  /// Creates a case path from two others.
  @inlinable
  public init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  @inlinable
  public static var _depth: Int { First._depth + Second._depth }

  @inlinable
  public func extract(from root: First.Root) -> Second.Value? {
    guard let value = first.extract(from: root) else { return nil }
    return second.extract(from: value)
  }

  @inlinable
  public func embed(_ value: Second.Value) -> First.Root {
    first.embed(second.embed(value))
  }

  @inlinable
  public func modify<Result>(
    _ root: inout First.Root, _ body: (inout Second.Value) -> Result
  ) -> Result? {
    first.modify(&root) { second.modify(&$0, body) } ?? nil
  }
}

extension Chain: StaticCasePath where First: StaticCasePath, Second: StaticCasePath {
  @inlinable
  public init() {
    self.init(First(), Second())
  }
}
