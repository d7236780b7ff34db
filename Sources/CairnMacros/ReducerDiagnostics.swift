import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The errors that `@Reducer` finds in the source.
///
/// Without these checks, the compiler would report the errors in generated code, many times over.
struct ReducerDiagnostics {
  private let declaration: any DeclGroupSyntax

  init(_ declaration: some DeclGroupSyntax) {
    self.declaration = declaration
  }

  /// The errors in the declaration.
  var found: [Diagnostic] {
    if let declaration = declaration.as(EnumDeclSyntax.self) {
      return declaration.memberBlock.members.flatMap(wrongPayloads)
    }
    if let declaration = declaration.as(StructDeclSyntax.self) {
      return wrongTypes(of: declaration)
    }
    return [notAStruct]
  }

  /// Returns whether `@Reducer` reports an error for a nested declaration, because it's a `State` that is a class or an
  /// actor.
  static func reports(
    _ declaration: some DeclGroupSyntax, in context: some MacroExpansionContext
  ) -> Bool {
    let name =
      declaration.as(ClassDeclSyntax.self)?.name ?? declaration.as(ActorDeclSyntax.self)?.name
    return name?.text == "State"
      && context.lexicalContext.first?.as(StructDeclSyntax.self)?.attributes.names("Reducer")
        ?? false
  }

  private var notAStruct: Diagnostic {
    let text = "'@Reducer' can only be attached to a struct or an enum"
    let keyword =
      declaration.as(ClassDeclSyntax.self)?.classKeyword
      ?? declaration.as(ActorDeclSyntax.self)?.actorKeyword
    return keyword.map { wrong($0, text) }
      ?? Diagnostic(node: declaration.introducer, message: Problem(text))
  }

  // MARK: Enums

  /// Returns an error for each case whose payload isn't a feature.
  private func wrongPayloads(in item: MemberBlockItemSyntax) -> [Diagnostic] {
    guard let declaration = item.decl.as(EnumCaseDeclSyntax.self),
      !declaration.attributes.names("ReducerCaseIgnored"),
      !declaration.attributes.names("ReducerCaseEphemeral")
    else { return [] }
    return declaration.elements.compactMap { element in
      guard let parameters = element.parameterClause?.parameters, parameters.count == 1,
        let type = parameters.first?.type, type.isNoFeature
      else { return nil }
      return Diagnostic(
        node: type,
        message: Problem(
          "'\(type.trimmedDescription)' isn't a reducer, an alert, or a dialog; to use it as a value, "
            + "mark the case '@ReducerCaseIgnored'"),
        fixIt: FixIt(
          message: Remedy("mark the case '@ReducerCaseIgnored'"),
          changes: [
            .replace(oldNode: Syntax(declaration), newNode: Syntax(declaration.ignored))
          ]))
    }
  }

  // MARK: Structs

  /// Returns an error for each `State` that is a class or an actor.
  private func wrongTypes(of declaration: StructDeclSyntax) -> [Diagnostic] {
    declaration.memberBlock.members.compactMap { item in
      if let type = item.decl.as(ClassDeclSyntax.self), type.name.text == "State" {
        return wrong(type.classKeyword, "'State' must be a value type; share values with '@Shared'")
      }
      if let type = item.decl.as(ActorDeclSyntax.self), type.name.text == "State" {
        return wrong(type.actorKeyword, "'State' must be a value type; share values with '@Shared'")
      }
      return nil
    }
  }

  private func wrong(_ keyword: TokenSyntax, _ text: String) -> Diagnostic {
    Diagnostic(
      node: keyword, message: Problem(text),
      fixIt: FixIt(
        message: Remedy("replace with 'struct'"),
        changes: [
          .replace(
            oldNode: Syntax(keyword),
            newNode: Syntax(
              TokenSyntax.keyword(.struct).with(\.leadingTrivia, keyword.leadingTrivia)
                .with(\.trailingTrivia, keyword.trailingTrivia)))
        ]))
  }

  // MARK: Messages

  private struct Problem: DiagnosticMessage {
    let message: String
    var diagnosticID: MessageID { MessageID(domain: "CairnMacros", id: "reducer") }
    var severity: DiagnosticSeverity { .error }

    init(_ message: String) { self.message = message }
  }

  private struct Remedy: FixItMessage {
    let message: String
    var fixItID: MessageID { MessageID(domain: "CairnMacros", id: "reducer") }

    init(_ message: String) { self.message = message }
  }
}

extension TypeSyntax {
  /// Whether the type is a well-known type that isn't a feature.
  var isNoFeature: Bool {
    switch self.as(TypeSyntaxEnum.self) {
    case .arrayType, .dictionaryType, .functionType, .metatypeType, .optionalType, .tupleType: true
    case .identifierType(let type):
      [
        "Array", "Bool", "Character", "Data", "Date", "Decimal", "Dictionary", "Double", "Float",
        "IdentifiedArray", "IdentifiedArrayOf", "Int", "Int32", "Int64", "Never", "Optional", "Set",
        "String", "Substring", "UInt", "UInt32", "UInt64", "UInt8", "URL", "UUID", "Void",
      ].contains(type.name.text)
    default: false
    }
  }
}

extension EnumCaseDeclSyntax {
  /// The case with the attribute `@ReducerCaseIgnored`.
  fileprivate var ignored: Self {
    var marked = self
    let attribute = AttributeSyntax(
      attributeName: IdentifierTypeSyntax(name: .identifier("ReducerCaseIgnored")),
      trailingTrivia: .space)
    marked.leadingTrivia = []
    marked.attributes.insert(.attribute(attribute), at: marked.attributes.startIndex)
    marked.leadingTrivia = leadingTrivia
    return marked
  }
}
