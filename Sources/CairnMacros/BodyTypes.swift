import SwiftSyntax
import SwiftSyntaxMacros

/// Whose state and actions a reducer's body is of, as far as it is written.
enum BodyTypes {
  /// The feature's own.
  case own
  /// Other ones, which are written: `some Reducer<Int, Bool>`, `some ReducerOf<Counter>`.
  case named(state: String, action: String)
  /// Other ones, which the compiler finds: those of the body's type, or of the feature around.
  case inferred
}

extension MemberBlockItemListSyntax {
  /// Whose state and actions the body is of.
  /// - Parameter isNested: Whether the feature is inside of another one: `State` and `Action` of its
  ///   body are those of the outer feature if it declares neither.
  func typesOfBody(isNested: Bool) -> BodyTypes {
    let body = lazy.compactMap { $0.decl.as(VariableDeclSyntax.self) }.flatMap(\.bindings)
      .first { $0.pattern.trimmedDescription == "body" }
    guard let body else { return .own }
    guard let type = body.typeAnnotation?.type else {
      return body.initializer.map { types(of: $0.value, isNested) } ?? .own
    }
    let arguments = (type.as(SomeOrAnyTypeSyntax.self)?.constraint ?? type).genericArguments
    if type.is(SomeOrAnyTypeSyntax.self) {
      guard let arguments, !arguments.isEmpty else { return .own }
      return types(named: arguments, isNested)
    }
    return arguments.map { mentionsOwn($0, isNested) } ?? false ? .own : .inferred
  }

  /// Those of an initial value, as in `let body = EmptyReducer<Int, Bool>()`.
  private func types(of value: ExprSyntax, _ isNested: Bool) -> BodyTypes {
    let callee = value.as(FunctionCallExprSyntax.self)?.calledExpression
    let arguments = callee?.as(GenericSpecializationExprSyntax.self)?.genericArgumentClause
      .arguments.map(\.argument.trimmedDescription)
    return mentionsOwn(arguments ?? [], isNested) ? .own : .inferred
  }

  private func types(named arguments: [String], _ isNested: Bool) -> BodyTypes {
    if mentionsOwn(arguments, isNested) { return .own }
    // Those of the feature around are not named: here the name would be the alias itself.
    if arguments.contains(where: ["State", "Action"].contains) { return .inferred }
    switch arguments.count {
    case 1: return .named(state: "\(arguments[0]).State", action: "\(arguments[0]).Action")
    case 2: return .named(state: arguments[0], action: arguments[1])
    default: return .own
    }
  }

  private func mentionsOwn(_ arguments: [String], _ isNested: Bool) -> Bool {
    let names = declaredNames
    return arguments.contains { argument in
      if argument == "Self" || argument.hasPrefix("Self.") { return true }
      guard ["State", "Action"].contains(argument) else { return false }
      return !isNested || names.contains("State") || names.contains("Action")
    }
  }
}

extension TypeSyntax {
  /// The arguments of a generic type, with or without its module.
  fileprivate var genericArguments: [String]? {
    let clause =
      self.as(IdentifierTypeSyntax.self)?.genericArgumentClause
      ?? self.as(MemberTypeSyntax.self)?.genericArgumentClause
    return clause?.arguments.map(\.argument.trimmedDescription)
  }
}

extension MacroExpansionContext {
  /// Whether the declaration is inside of a feature. An extension may be one of a feature.
  var isInFeature: Bool {
    lexicalContext.contains { node in
      if node.is(ExtensionDeclSyntax.self) { return true }
      guard let declaration = node.asProtocol((any DeclGroupSyntax).self) else { return false }
      return declaration.attributes.names("Reducer")
        || declaration.inheritanceClause?.inheritedTypes.contains {
          $0.type.lastName == "Reducer"
        } ?? false
    }
  }
}
