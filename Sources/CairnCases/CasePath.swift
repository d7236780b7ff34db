/// A way to one case of an enum: takes its payload out, puts one in, changes it in place.
///
/// A case path is a type rather than a pair of closures, so that the compiler sees through a chain
/// of them. The macro ``CasePathable()`` writes one for each case of an enum; you name it by a key
/// path, as in `\.destination.edit`.
public protocol CasePath<Root, Value>: Sendable, SendableMetatype {
  /// The enum.
  associatedtype Root
  /// The payload of the case: `Void` without one, a tuple where there are several values.
  associatedtype Value

  /// The payload, or nil where the root is at another case.
  func extract(from root: Root) -> Value?

  /// The root at this case, with the payload.
  func embed(_ value: Value) -> Root

  /// Changes the payload in place and returns what the closure returns; nil, and the closure is not
  /// called, where the root is at another case.
  func modify<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result?

  /// How many enums lie around the payload, the root's included.
  static var _depth: Int { get }
}

extension CasePath {
  @inlinable
  public static var _depth: Int { 1 }

  @inlinable
  public func modify<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result? {
    guard var value = extract(from: root) else { return nil }
    // The root goes while its payload is changed. Else both would hold what the payload refers to,
    // and each copy-on-write storage in it would be copied.
    _ = consume root
    let result = body(&value)
    root = embed(value)
    return result
  }
}

/// A case path that needs no value at run time: its type says everything.
///
/// Only the type of a key path to such a case counts, so operators take it as an autoclosure that
/// they never evaluate.
public protocol StaticCasePath: CasePath {
  init()
}

/// A case path of a case with one value: the case is the function that makes the enum of it. The macro
/// ``CasePathable()`` writes such paths.
public protocol _PayloadCasePath: StaticCasePath {
  /// The case, as a function.
  static var _embedding: (Value) -> Root { get }
}

extension _PayloadCasePath {
  @inlinable
  public func embed(_ value: Value) -> Root { Self._embedding(value) }
}

/// A type whose cases have case paths. Use the macro ``CasePathable()`` to conform to it.
@dynamicMemberLookup
public protocol CasePathable: SendableMetatype {
  /// Has one property, of type ``Case``, for each case.
  associatedtype Cases: Sendable

  /// The starting point of a key path such as `\.edit`.
  static var cases: Cases { get }
}

extension CasePathable {
  /// The payload of a case, or nil where the value is at another case.
  @inlinable
  public subscript<Path: CasePath>(
    dynamicMember keyPath: KeyPath<Cases, Case<Path>>
  ) -> Path.Value? where Path.Root == Self {
    Self.cases[keyPath: keyPath]._path.extract(from: self)
  }

  /// Whether the value is at a case.
  @inlinable
  public func `is`<Path: CasePath>(_ keyPath: KeyPath<Cases, Case<Path>>) -> Bool
  where Path.Root == Self {
    Self.cases[keyPath: keyPath]._path.extract(from: self) != nil
  }
}

/// One case of an enum, and the beginning of the cases of its payload.
@dynamicMemberLookup
public struct Case<Path: CasePath>: Sendable {
  /// The case path. Its name leaves all others to the cases: many features have one called `path`.
  public let _path: Path

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

/// Two case paths, one after the other.
public struct Chain<First: CasePath, Second: CasePath>: CasePath
where Second.Root == First.Value {
  public let first: First
  public let second: Second

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
