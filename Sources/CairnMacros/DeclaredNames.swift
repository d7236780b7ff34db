import SwiftSyntax

extension MemberBlockItemListSyntax {
  /// The names of the types, properties, and functions that the author has written.
  var declaredNames: Set<String> {
    var names: Set<String> = []
    for item in self {
      if let nested = item.decl.asProtocol((any NamedDeclSyntax).self) {
        names.insert(nested.name.text)
      }
      if let variable = item.decl.as(VariableDeclSyntax.self) {
        for binding in variable.bindings { names.insert(binding.pattern.trimmedDescription) }
      }
    }
    return names
  }

  /// Whether the members include neither a body nor the function that replaces it. An extension can still contain
  /// one.
  var hasNoBody: Bool { declaredNames.isDisjoint(with: ["body", "reduce"]) }
}

extension StructDeclSyntax {
  /// Whether the declaration lists a conformance to a protocol.
  func inherits(_ name: String) -> Bool {
    inheritanceClause?.inheritedTypes.contains {
      [name, "Swift.\(name)"].contains($0.type.trimmedDescription)
        || $0.type.trimmedDescription == "@unchecked \(name)"
    } ?? false
  }
}

extension TypeSyntax {
  /// The name without enclosing modules and types, and without generic arguments.
  var lastName: String? {
    (self.as(IdentifierTypeSyntax.self)?.name ?? self.as(MemberTypeSyntax.self)?.name)?.text
  }
}
