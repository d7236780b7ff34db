/// A value that several features or scenes share.
///
/// Features in one scene pass the value to each other. The parent creates it. The child declares it without a value,
/// and receives the parent's value:
///
/// ```swift
/// @ObservableState
/// struct State: Equatable {
///   @Shared var count: Int
///   @Presents var child: Child.State?
/// }
///
/// Parent.State(count: Shared(value: 0))
/// state.child = Child.State(count: state.$count)
/// ```
///
/// With a key, the value lives longer, and it's shared by all uses of the key. Use ``SharedKey/inMemory(_:)`` for the
/// process, ``SharedKey/session(_:)`` for a browser, or ``SharedKey/fileStorage(_:decoder:encoder:)`` for a file.
///
/// ```swift
/// @Shared(.inMemory("visits")) var visits = 0
/// ```
///
/// You can read it like a plain value. Because other code may change it at the same time, use
/// ``withLock(_:fileID:filePath:line:column:)`` to change it:
///
/// ```swift
/// state.$count.withLock { $0 += 1 }
/// ```
///
/// A state with shared values is still a value. The operator `==` compares the shared values, and a test store requires
/// you to assert each change of them. However, a copy of the state refers to the same shared values.
@dynamicMemberLookup
@propertyWrapper
public struct Shared<Value> {
  let reference: any SharedReference<Value>

  init(reference: any SharedReference<Value>) {
    self.reference = reference
  }

  /// Creates a shared value without a key, which is shared by passing it on.
  ///
  /// - Parameter value: The initial value.
  public init(value: sending Value) {
    reference = SharedBox(value)
  }

  /// Creates another reference to a shared value.
  public init(projectedValue: Shared<Value>) {
    self = projectedValue
  }

  /// Creates a shared value from the wrapped value of a shared optional, or returns `nil` if the optional is `nil`.
  ///
  /// ```swift
  /// if let item = Shared($items[id: id]) { state.edit = Edit.State(item: item) }
  /// ```
  ///
  /// If the optional becomes `nil` later, this shared value keeps the last value and ignores changes.
  ///
  /// - Parameter base: The shared optional.
  public init?(_ base: Shared<Value?>) {
    guard let reference = UnwrappedReference(base.reference) else { return nil }
    self.reference = reference
  }

  /// The current value.
  public var wrappedValue: Value {
    get { reference.value }
    @available(
      *, unavailable,
      message: "To change a shared value, use '$name.withLock { $0 = … }'."
    )
    nonmutating set { withLock { $0 = newValue } }
  }

  /// The shared value itself, to pass it on or to change it.
  public var projectedValue: Shared<Value> {
    get { self }
    set { self = newValue }
  }

  /// Changes the value, and returns the result of a closure.
  ///
  /// ```swift
  /// state.$count.withLock { $0 += 1 }
  /// ```
  ///
  /// While the closure runs, other threads can't change any shared value, and reads of this value return its previous
  /// value. Keep the closure short. You can change other shared values in it. If you change the same value in it, that
  /// inner change is discarded, and Cairn reports an issue. If the closure throws an error, the value isn't changed.
  ///
  /// Don't use models, navigators, or stores of other scenes in the closure. If such a scene waits for this change, it
  /// continues first. If it changes the same value, its change is lost, and Cairn reports an issue.
  ///
  /// - Parameter operation: Changes the value.
  /// - Returns: The result of the closure.
  /// - Throws: The error that the closure throws.
  @discardableResult
  public func withLock<Result>(
    _ operation: (inout Value) throws -> Result,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) rethrows -> Result {
    try reference.change(
      at: _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column), operation)
  }

  /// Returns a part of the value as a shared value.
  ///
  /// ```swift
  /// Profile.State(name: state.$user.name)
  /// ```
  public subscript<Member>(
    dynamicMember keyPath: WritableKeyPath<Value, Member>
  ) -> Shared<Member> {
    Shared<Member>(reference: ProjectedReference(reference, keyPath))
  }

  /// Returns a read-only part of the value as a shared value.
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Value, Member>
  ) -> SharedReader<Member> {
    SharedReader(reference: ReadReference(reference, keyPath))
  }

  /// The whole shared value that contains this value, for observing its changes.
  package var root: any SharedRoot { reference.root }
}

extension Shared: Sendable where Value: Sendable {}
