/// A value that several features, or several scenes, have in common.
///
/// Features of one scene hand it to each other. The parent makes it, the child declares it without a
/// value, and is given the parent's:
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
/// With a key it lives longer, and all that use the key have it: ``SharedKey/inMemory(_:)`` for the
/// process, ``SharedKey/session(_:)`` for a browser, ``SharedKey/fileStorage(_:decoder:encoder:)``.
///
/// ```swift
/// @Shared(.inMemory("visits")) var visits = 0
/// ```
/// It reads as a plain value. It is changed with ``withLock(_:fileID:filePath:line:column:)``, for others
/// may change it at the same time:
///
/// ```swift
/// state.$count.withLock { $0 += 1 }
/// ```
/// A state that has shared values is still a value: `==` compares what they hold, and a test store
/// wants each change of them asserted. But a copy of the state leads to the same shared values.
@dynamicMemberLookup
@propertyWrapper
public struct Shared<Value> {
  let reference: any SharedReference<Value>

  init(reference: any SharedReference<Value>) {
    self.reference = reference
  }

  /// A value that is shared by being handed on.
  public init(value: sending Value) {
    reference = SharedBox(value)
  }

  /// The same shared value.
  public init(projectedValue: Shared<Value>) {
    self = projectedValue
  }

  /// What an optional holds, as a shared value of its own; nil where it holds nothing.
  ///
  /// ```swift
  /// if let item = Shared($items[id: id]) { state.edit = Edit.State(item: item) }
  /// ```
  /// When the optional becomes nil this keeps its last value, and changes of it go nowhere.
  public init?(_ base: Shared<Value?>) {
    guard let reference = UnwrappedReference(base.reference) else { return nil }
    self.reference = reference
  }

  /// The value now.
  public var wrappedValue: Value {
    get { reference.value }
    @available(
      *, unavailable,
      message: "Others may change it too: change it with '$name.withLock { $0 = … }'."
    )
    nonmutating set { withLock { $0 = newValue } }
  }

  /// The shared value itself, to hand it on and to change it.
  public var projectedValue: Shared<Value> {
    get { self }
    set { self = newValue }
  }

  /// Changes the value, and returns what the closure does.
  ///
  /// ```swift
  /// state.$count.withLock { $0 += 1 }
  /// ```
  /// Nobody changes a shared value meanwhile, be it this or another one; who reads this one reads what it
  /// was before. So keep it short. Within the closure another shared value may be changed; a change of
  /// the same one is reported as an issue and dropped. A closure that throws changes nothing.
  ///
  /// Don't use other scenes' models, navigators, or stores in the closure. If such a scene waits for this
  /// change, it goes first. If it changes the same value, its change is lost, which is reported as an issue.
  /// - Parameter operation: Changes the value.
  @discardableResult
  public func withLock<Result>(
    _ operation: (inout Value) throws -> Result,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) rethrows -> Result {
    try reference.change(
      at: _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column), operation)
  }

  /// A part of the value, as a shared value of its own.
  ///
  /// ```swift
  /// Profile.State(name: state.$user.name)
  /// ```
  public subscript<Member>(
    dynamicMember keyPath: WritableKeyPath<Value, Member>
  ) -> Shared<Member> {
    Shared<Member>(reference: ProjectedReference(reference, keyPath))
  }

  /// A part of the value that can not be written.
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Value, Member>
  ) -> SharedReader<Member> {
    SharedReader(reference: ReadReference(reference, keyPath))
  }

  /// What the value is kept in, for who wants to be told of its changes.
  package var root: any SharedRoot { reference.root }
}

extension Shared: Sendable where Value: Sendable {}
