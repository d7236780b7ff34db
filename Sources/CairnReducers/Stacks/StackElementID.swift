import CairnDependencies
public import CustomDump

/// The id of an element of a stack: given when the element is added, and never again in its scene, also where the
/// stack is replaced by another one. In a test store they count from 0, whatever stack they are for.
public struct StackElementID: Hashable, Sendable {
  /// The number. In a test store elements count up from 0; a scene may leave numbers out.
  public let generation: Int

  package init(generation: Int) {
    self.generation = generation
  }
}

extension StackElementID: ExpressibleByIntegerLiteral {
  /// An id as a literal, for tests: the first element's is 0. Elsewhere it traps.
  public init(integerLiteral value: Int) {
    precondition(
      DependencyValues._current.context == .test,
      """
      A stack element's id can be written as a literal in tests only. In a feature, take the id from \
      the stack: 'state.path.ids'.
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
