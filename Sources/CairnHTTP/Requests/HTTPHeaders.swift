import CairnBytes

/// Header fields in order; names are compared without regard to case.
public struct HTTPHeaders: Sendable, ExpressibleByDictionaryLiteral, RandomAccessCollection {
  private var fields: [(name: String, value: String)]

  public init() {
    fields = []
  }

  public init(_ fields: [(name: String, value: String)]) {
    self.fields = fields
  }

  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { (name: $0.0, value: $0.1) }
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { fields.count }
  public subscript(position: Int) -> (name: String, value: String) { fields[position] }

  /// The first value of a name; set, it replaces all of them, and nil removes them.
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

  /// All values of a name, in their order.
  public func values(of name: String) -> [String] {
    fields.filter { $0.name.equalsIgnoringCase(name) }.map(\.value)
  }

  /// Adds a field after the others, whether or not there is one of its name (as `Set-Cookie`
  /// wants).
  public mutating func append(_ name: String, _ value: String) {
    fields.append((name: name, value: value))
  }
}
