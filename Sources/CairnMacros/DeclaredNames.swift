import SwiftSyntax

extension MemberBlockItemListSyntax {
  /// The names of the types, properties and functions that an author has written.
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

  /// The state and the actions of a reducer whose body is `some Reducer<A, B>`; nil where these are named
  /// after it.
  var typesOfBody: (state: String, action: String)? {
    let types = lazy.compactMap { $0.decl.as(VariableDeclSyntax.self) }
      .flatMap(\.bindings)
      .filter { $0.pattern.trimmedDescription == "body" }
      .compactMap { $0.typeAnnotation?.type.as(SomeOrAnyTypeSyntax.self)?.constraint }
    guard let arguments = types.first?.genericArguments, arguments.count == 2 else { return nil }
    let names = arguments.map(\.argument.trimmedDescription)
    guard !["State", "Self.State"].contains(names[0]) else { return nil }
    return (names[0], names[1])
  }
}

extension TypeSyntax {
  /// The arguments of a generic type, with or without its module.
  fileprivate var genericArguments: [GenericArgumentSyntax]? {
    let clause =
      self.as(IdentifierTypeSyntax.self)?.genericArgumentClause
      ?? self.as(MemberTypeSyntax.self)?.genericArgumentClause
    return clause.map { Array($0.arguments) }
  }
}

extension StructDeclSyntax {
  /// Whether the declaration names a protocol that it conforms to.
  func inherits(_ name: String) -> Bool {
    inheritanceClause?.inheritedTypes.contains {
      [name, "Swift.\(name)"].contains($0.type.trimmedDescription)
        || $0.type.trimmedDescription == "@unchecked \(name)"
    } ?? false
  }
}
