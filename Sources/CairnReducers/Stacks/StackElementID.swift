import CairnDependencies
public import CustomDump

/// The ID of an element in a stack.
///
/// An ID is assigned when an element is added. It isn't used again in the same scene, even if the stack is replaced by
/// another stack. In a test store, IDs count up from 0 across all stacks.
public struct StackElementID: Hashable, Sendable {
  /// The number of the ID. In a test store, numbers count up from 0. A scene may skip numbers.
  public let generation: Int

  package init(generation: Int) {
    self.generation = generation
  }
}

extension StackElementID: ExpressibleByIntegerLiteral {
  /// Creates an ID from a literal, for tests. The first element of a test has the ID 0.
  ///
  /// Outside tests, this initializer traps.
  public init(integerLiteral value: Int) {
    precondition(
      DependencyValues._current.context == .test,
      """
      The ID of a stack element can be written as an integer literal only in tests. In a feature, get \
      the ID from the stack, for example with 'state.path.ids'.
      """)
    generation = value
  }
}

extension StackElementID: Codable {
  public init(from decoder: any Decoder) throws {
    generation = try decoder.singleValueContainer().decode(Int.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(generation)
  }
}

extension StackElementID: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String { "#\(generation)" }
  public var debugDescription: String { "#\(generation)" }
}

extension StackElementID: CustomDumpStringConvertible {
  public var customDumpDescription: String { "#\(generation)" }
}
