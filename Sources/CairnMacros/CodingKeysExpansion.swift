import SwiftSyntax

/// The coding keys of a state with `@Presents` properties or with shared values that have a key.
///
/// Without these coding keys, the key of a `@Presents` property would be the name of its storage, such as
/// `$destination`. A property with `@Shared(.key)` isn't encoded, because its declaration finds the value again.
///
/// The keys are generated even if the type doesn't seem to be `Codable`. The conformance can be in an extension,
/// which a macro can't see.
struct CodingKeysExpansion {
  /// The declaration of the keys. Empty if the state doesn't need them, or if the author has written them.
  let members: [String]

  init(_ declaration: StructDeclSyntax) {
    let items = declaration.memberBlock.members
    guard items.needCodingKeys, !Self.hasCodingKeys(items) else {
      members = []
      return
    }
    let keys = Self.keys(of: items)
    // An enum without cases can't have raw values.
    let type = keys.contains("case ") ? "String, CodingKey" : "CodingKey"
    members = [
      """
      private enum CodingKeys: \(type) {
        \(keys)
      }
      """
    ]
  }

  private static func keys(of items: MemberBlockItemListSyntax) -> String {
    items.compactMap { item -> String? in
      if let variable = item.decl.as(VariableDeclSyntax.self) {
        let names = variable.storedNames
        guard !names.isEmpty, !variable.isSharedByKey else { return nil }
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
  /// Whether a property is declared with `@Presents`, or with `@Shared` and a key.
  var needCodingKeys: Bool {
    contains { item in
      if let variable = item.decl.as(VariableDeclSyntax.self) {
        return variable.isPresented || variable.isSharedByKey
      }
      guard let condition = item.decl.as(IfConfigDeclSyntax.self) else { return false }
      return condition.clauses.contains { clause in
        clause.elements?.as(MemberBlockItemListSyntax.self)?.needCodingKeys ?? false
      }
    }
  }
}

extension VariableDeclSyntax {
  /// Whether the property has the attribute `@Presents`.
  fileprivate var isPresented: Bool { attributes.names("Presents") }

  /// Whether the property has `@Shared(.key)` or `@SharedReader(.key)`, but not `@Shared` or `@Shared(value: 1)`.
  fileprivate var isSharedByKey: Bool {
    attributes.contains { element in
      guard let attribute = element.as(AttributeSyntax.self),
        AttributeListSyntax([element]).names("Shared")
          || AttributeListSyntax([element]).names("SharedReader"),
        case .argumentList(let arguments)? = attribute.arguments, let first = arguments.first
      else { return false }
      return first.label == nil
    }
  }

  /// The names of the stored properties in this declaration.
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
  /// Whether the property has no accessors other than observers.
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
