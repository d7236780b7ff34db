import CairnBytes

/// An ordered collection of header fields. Names are compared without regard to case.
public struct HTTPHeaders: Sendable, ExpressibleByDictionaryLiteral, RandomAccessCollection {
  private var fields: [(name: String, value: String)]

  /// Creates an empty collection.
  public init() {
    fields = []
  }

  /// Creates a collection from names and values, in order.
  public init(_ fields: [(name: String, value: String)]) {
    self.fields = fields
  }

  /// Creates a collection from a literal, in order. A name can occur more than once.
  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { (name: $0.0, value: $0.1) }
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { fields.count }
  /// The name and the value of the field at a position.
  public subscript(position: Int) -> (name: String, value: String) { fields[position] }

  /// The first value of the field with this name.
  ///
  /// Setting a value replaces all fields with the name. Setting `nil` removes them.
  public subscript(name: String) -> String? {
    get { fields.first { $0.name.equalsIgnoringCase(name) }?.value }
    set {
      if let newValue, let index = fields.firstIndex(where: { $0.name.equalsIgnoringCase(name) }) {
        fields[index].value = newValue
        let rest = fields[(index + 1)...].filter { !$0.name.equalsIgnoringCase(name) }
        fields.replaceSubrange((index + 1)..., with: rest)
      } else if let newValue {
        fields.append((name: name, value: newValue))
      } else {
        fields.removeAll { $0.name.equalsIgnoringCase(name) }
      }
    }
  }

  /// Returns all values of the fields with this name, in order.
  public func values(of name: String) -> [String] {
    fields.filter { $0.name.equalsIgnoringCase(name) }.map(\.value)
  }

  /// Appends a field, even if there are already fields with its name. For example, `Set-Cookie` requires this.
  public mutating func append(_ name: String, _ value: String) {
    fields.append((name: name, value: value))
  }
}
