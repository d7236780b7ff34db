import SwiftSyntax

/// The coding keys of a state that presents something: without them the key of a `@Presents` property
/// would be the name of its wrapper, `$destination`.
///
/// They are written wherever there is such a property: a conformance to `Codable` may stand in an
/// extension, which a macro does not see.
struct CodingKeysExpansion {
  /// The declaration of the keys; nothing where there is no need, or where the author wrote them.
  let members: [String]

  init(_ declaration: StructDeclSyntax) {
    let items = declaration.memberBlock.members
    guard items.presentSomething, !Self.hasCodingKeys(items) else {
      members = []
      return
    }
    members = [
      """
      private enum CodingKeys: String, CodingKey {
        \(Self.keys(of: items))
      }
      """
    ]
  }

  private static func keys(of items: MemberBlockItemListSyntax) -> String {
    items.compactMap { item -> String? in
      if let variable = item.decl.as(VariableDeclSyntax.self) {
        let names = variable.storedNames
        guard !names.isEmpty else { return nil }
        return names.map { name in
          variable.isPresented ? "case $\(name) = \"\(name)\"" : "case \(name)"
        }
        .joined(separator: "\n")
      }
      if let condition = item.decl.as(IfConfigDeclSyntax.self) {
        let clauses = condition.clauses.map { clause in
          let items = clause.elements?.as(MemberBlockItemListSyntax.self)
          return """
            \(clause.poundKeyword.text) \(clause.condition?.trimmedDescription ?? "")
            \(items.map(keys) ?? "")
            """
        }
        return clauses.joined(separator: "\n") + "\n#endif"
      }
      return nil
    }
    .joined(separator: "\n")
  }

  private static func hasCodingKeys(_ items: MemberBlockItemListSyntax) -> Bool {
    items.contains {
      $0.decl.asProtocol((any NamedDeclSyntax).self)?.name.text == "CodingKeys"
    }
  }
}

extension MemberBlockItemListSyntax {
  /// Whether a property is declared with `@Presents`.
  var presentSomething: Bool {
    contains { item in
      if let variable = item.decl.as(VariableDeclSyntax.self) { return variable.isPresented }
      guard let condition = item.decl.as(IfConfigDeclSyntax.self) else { return false }
      return condition.clauses.contains { clause in
        clause.elements?.as(MemberBlockItemListSyntax.self)?.presentSomething ?? false
      }
    }
  }
}

extension VariableDeclSyntax {
  /// Whether the property is one that `@Presents` keeps.
  fileprivate var isPresented: Bool { attributes.names("Presents") }

  /// The names of the stored properties that are declared here.
  fileprivate var storedNames: [String] {
    let isNoPart = modifiers.contains { modifier in
      [.keyword(.static), .keyword(.lazy)].contains(modifier.name.tokenKind)
    }
    guard !isNoPart else { return [] }
    return bindings.compactMap { binding in
      guard binding.isStored else { return nil }
      return binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    }
  }
}

extension PatternBindingSyntax {
  /// Whether there is no accessor but observers.
  fileprivate var isStored: Bool {
    switch accessorBlock?.accessors {
    case nil: true
    case .getter: false
    case .accessors(let accessors):
      accessors.allSatisfy { accessor in
        [.keyword(.willSet), .keyword(.didSet)].contains(accessor.accessorSpecifier.tokenKind)
      }
    }
  }
}
