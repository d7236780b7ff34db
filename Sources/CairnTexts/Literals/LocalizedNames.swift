/// The names of parameters and properties whose literals are keys of a string catalog.
struct LocalizedNames: Equatable, Sendable {
  /// The place of an argument in a call.
  enum Position: Hashable, Sendable {
    /// The place among the arguments without labels, starting with 0.
    case index(Int)
    case label(String)
  }

  /// A parameter of a function, of a type's initializer, or of a case.
  struct Parameter: Hashable, Sendable {
    /// The name of the function, type, or case.
    let name: String
    let position: Position
  }

  var parameters: Set<Parameter> = []
  var properties: Set<String> = []

  mutating func formUnion(_ other: LocalizedNames) {
    parameters.formUnion(other.parameters)
    properties.formUnion(other.properties)
  }

  mutating func subtract(_ other: LocalizedNames) {
    parameters.subtract(other.parameters)
    properties.subtract(other.properties)
  }
}
