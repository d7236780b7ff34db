import SwiftSyntax
import SwiftSyntaxMacros

/// The origin of the `State` and `Action` types of a reducer's body, as far as its source shows it.
enum BodyTypes {
  /// The feature's own types.
  case own
  /// Other types that are named in the source, as in `some Reducer<Int, Bool>` or `some ReducerOf<Counter>`.
  case named(state: String, action: String)
  /// Other types that the compiler infers, from the body's type or from the enclosing feature.
  case inferred
}

extension MemberBlockItemListSyntax {
  /// Returns the origin of the `State` and `Action` types of the body.
  /// - Parameter isNested: Whether the feature is nested in another feature. If it declares neither type, `State`
  ///   and `Action` in its body refer to the outer feature.
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

  /// Returns the origin of the types of an initial value, as in `let body = EmptyReducer<Int, Bool>()`.
  private func types(of value: ExprSyntax, _ isNested: Bool) -> BodyTypes {
    let callee = value.as(FunctionCallExprSyntax.self)?.calledExpression
    let arguments = callee?.as(GenericSpecializationExprSyntax.self)?.genericArgumentClause
      .arguments.map(\.argument.trimmedDescription)
    return mentionsOwn(arguments ?? [], isNested) ? .own : .inferred
  }

  private func types(named arguments: [String], _ isNested: Bool) -> BodyTypes {
    if mentionsOwn(arguments, isNested) { return .own }
    // The types of the enclosing feature can't be named, because a type alias would refer to itself.
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
  /// The arguments of a generic type, written with or without its module.
  fileprivate var genericArguments: [String]? {
    let clause =
      self.as(IdentifierTypeSyntax.self)?.genericArgumentClause
      ?? self.as(MemberTypeSyntax.self)?.genericArgumentClause
    return clause?.arguments.map(\.argument.trimmedDescription)
  }
}

extension MacroExpansionContext {
  /// Whether the declaration is nested in a feature, or in an extension, which may extend a feature.
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
