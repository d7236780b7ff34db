import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The implementation of `@DependencyClient`, which gives a struct of closures an initializer with default values.
///
/// A default closure reports that it was called. The macro also adds methods with argument labels for closures whose
/// parameters have names.
struct DependencyClientMacro: MemberMacro, WrittenMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(StructDeclSyntax.self) else {
      throw DiagnosticsError(
        "'@DependencyClient' can only be attached to a struct", at: declaration.keyword)
    }
    let members = declaration.memberBlock.members
    let properties = members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
      .compactMap { ClientProperty($0, of: declaration.name.text) }
    let problems = properties.compactMap(\.problem)
    guard problems.isEmpty else {
      problems.forEach(context.diagnose)
      return []
    }
    let access = declaration.modifiers.access
    var written = properties.compactMap { $0.method }
    if !members.contains(where: { $0.decl.is(InitializerDeclSyntax.self) }) {
      written.insert(initializer(properties.filter(\.isSettable), access: access), at: 0)
    }
    return written.map { DeclSyntax(written: $0) }
  }

  private static func initializer(_ properties: [ClientProperty], access: String) -> String {
    let parameters = properties.map(\.parameter).joined(separator: ",\n")
    let assignments = properties.map { "self.\($0.name) = \($0.name)" }.joined(separator: "\n")
    return "\(access)init(\n\(parameters)\n) {\n\(assignments)\n}"
  }
}

/// The implementation of `@DependencyEndpoint`, which names the method of a closure. `@DependencyClient` reads it.
struct DependencyEndpointMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] { [] }
}

/// A stored property of a client.
private struct ClientProperty {
  let name: String
  private let declaration: VariableDeclSyntax
  private let type: TypeSyntax
  private let initial: String?
  private let isConstant: Bool
  private let client: String

  init?(_ declaration: VariableDeclSyntax, of client: String) {
    guard declaration.bindings.count == 1, let binding = declaration.bindings.first,
      binding.accessorBlock == nil, !declaration.modifiers.changeStorage,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
      let type = binding.typeAnnotation?.type.trimmed
    else { return nil }
    self.declaration = declaration
    self.name = name
    self.type = type
    initial = binding.initializer?.value.trimmedDescription
    isConstant = declaration.bindingSpecifier.tokenKind == .keyword(.let)
    self.client = client
  }

  /// Whether the initializer has a parameter for the property.
  var isSettable: Bool {
    if isConstant, initial != nil { return false }
    return initial == nil || !["private ", "fileprivate "].contains(ownAccess)
  }

  private var ownAccess: String {
    declaration.modifiers.contains { $0.name.tokenKind == .keyword(.private) }
      ? "private " : declaration.modifiers.access
  }

  private var function: FunctionTypeSyntax? {
    var type = type
    if let attributed = type.as(AttributedTypeSyntax.self) { type = attributed.baseType }
    if let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1,
      let only = tuple.elements.first
    {
      type = only.type
    }
    return type.as(FunctionTypeSyntax.self)
  }

  private var effects: TypeEffectSpecifiersSyntax? { function?.effectSpecifiers }
  private var isAsync: Bool { effects?.asyncSpecifier != nil }
  private var isThrowing: Bool { effects?.throwsClause != nil }
  private var result: String { function?.returnClause.type.trimmedDescription ?? "Void" }
  private var isVoid: Bool { ["Void", "()", "Swift.Void"].contains(result) }
  private var isOptional: Bool { result.hasSuffix("?") }

  /// The names of the parameters in generated code: `p0`, `p1`, and so on.
  private var arguments: [String] {
    (function?.parameters ?? []).enumerated().map { index, parameter in
      parameter.type.trimmedDescription.hasPrefix("inout ") ? "&p\(index)" : "p\(index)"
    }
  }

  // MARK: The initializer

  var parameter: String {
    guard function != nil else {
      let value = initial ?? (type.is(OptionalTypeSyntax.self) && !isConstant ? "nil" : nil)
      return "\(name): \(type)" + (value.map { " = \($0)" } ?? "")
    }
    return "\(name): @escaping \(type) = \(unimplemented)"
  }

  /// The source of a closure that reports that it was called.
  private var unimplemented: String {
    if let initial, initial.contains("unimplemented") { return initial }
    let names = arguments.map { $0.replacing("&", with: "") }
    let head = names.isEmpty ? "" : "\(names.joined(separator: ", ")) in "
    let report = "CairnDependencies._reportUnimplemented(\"\(client).\(name)\")"
    let call = "\(isThrowing ? "try " : "")\(isAsync ? "await " : "")"
    if let initial {
      let arguments = arguments.joined(separator: ", ")
      return "{ \(head)\(report)\nreturn \(call)((\(initial)) as \(type))(\(arguments)) }"
    }
    let unused = names.isEmpty ? "" : names.map { _ in "_" }.joined(separator: ", ") + " in "
    if isThrowing {
      return "{ \(unused)\(report)\nthrow CairnDependencies._Unimplemented(\"\(client).\(name)\") }"
    }
    return "{ \(unused)\(report)\(isVoid ? "" : "\nreturn nil") }"
  }

  // MARK: The method

  /// The source of a method whose argument labels are the names of the closure's parameters.
  var method: String? {
    guard let function, let labels = labels(of: function) else { return nil }
    let parameters = zip(function.parameters, labels).enumerated().map { index, pair in
      "\(pair.1) p\(index): \(pair.0.type.trimmedDescription)"
    }
    let effects =
      "\(isAsync ? " async" : "")\(effects?.throwsClause.map { " \($0.trimmed)" } ?? "")"
    let call = "\(isThrowing ? "try " : "")\(isAsync ? "await " : "")"
    return """
      \(isolation)\(ownAccess)func \(methodName)(\(parameters.joined(separator: ", ")))\(effects) -> \
      \(result) {
      \(call)self.\(name)(\(arguments.joined(separator: ", ")))
      }
      """
  }

  /// Returns the argument labels, or `nil` if the method would be called in the same way as the closure.
  private func labels(of function: FunctionTypeSyntax) -> [String]? {
    let labels = function.parameters.map { $0.secondName?.trimmed.text ?? "_" }
    guard labels.contains(where: { $0 != "_" }) || methodName != name else { return nil }
    return labels
  }

  /// The name in `@DependencyEndpoint(method:)`, or else the property's name.
  private var methodName: String {
    for case .attribute(let attribute) in declaration.attributes
    where attribute.attributeName.trimmedDescription.hasSuffix("DependencyEndpoint") {
      let argument = attribute.arguments?.as(LabeledExprListSyntax.self)?.first?.expression
      let text = argument?.as(StringLiteralExprSyntax.self)?.segments.trimmedDescription ?? ""
      if !text.isEmpty { return text }
    }
    return name
  }

  /// The global actor of the closure.
  private var isolation: String {
    let attributes = type.as(AttributedTypeSyntax.self)?.attributes ?? []
    let actor = attributes.compactMap { $0.as(AttributeSyntax.self)?.trimmedDescription }
      .first { $0.hasSuffix("Actor") }
    return actor.map { "\($0) " } ?? ""
  }

  // MARK: Problems

  /// An error if the closure needs a default value, or `nil` otherwise.
  ///
  /// A closure that returns a value and doesn't throw needs a default. Otherwise, there'd be no value to return if
  /// the closure isn't set.
  var problem: Diagnostic? {
    guard function != nil, initial == nil, !isThrowing, !isVoid, !isOptional else { return nil }
    let binding = declaration.bindings.first
    let head = arguments.isEmpty ? "" : arguments.map { _ in "_" }.joined(separator: ", ") + " in "
    var fixed = binding
    fixed?.initializer = InitializerClauseSyntax(
      equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space),
      value: ExprSyntax("{ \(raw: head)<#\(raw: result)#> }"))
    return Diagnostic(
      node: binding.map { Syntax($0.pattern) } ?? Syntax(declaration),
      message: ClientMessage(
        "'\(name)' requires a default value, because it returns a value and can't throw"),
      fixIts: zip([binding], [fixed]).compactMap { old, new in
        guard let old, let new else { return nil }
        return FixIt(
          message: ClientMessage("add a default value"),
          changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
      })
  }
}

private struct ClientMessage: DiagnosticMessage, FixItMessage {
  let message: String
  let diagnosticID = MessageID(domain: "CairnMacros", id: "dependencyClient")
  let severity = DiagnosticSeverity.error
  var fixItID: MessageID { diagnosticID }

  init(_ message: String) { self.message = message }
}
