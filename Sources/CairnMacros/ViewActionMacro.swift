import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The implementation of `@ViewAction(for:)`, which adds the conformance that gives a view its `send`.
///
/// The macro also warns about calls of `store.send` in the view.
struct ViewActionMacro: ExtensionMacro, WrittenMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.declares("store") else {
      throw DiagnosticsError(
        "'@ViewAction' requires a 'store' property: 'let store: StoreOf<\(feature(of: node))>'",
        at: declaration.asProtocol((any NamedDeclSyntax).self).map { Syntax($0.name) }
          ?? declaration.keyword)
    }
    for send in StoreSends(in: declaration).found {
      context.diagnose(Diagnostic(node: send, message: StoreSendWarning()))
    }
    guard !protocols.isEmpty else { return [] }
    return [
      try ExtensionDeclSyntax(
        "extension \(type.trimmed): CairnReducers.ViewActionSending {}")
    ]
  }

  /// Returns the name of the feature in `for: Feature.self`.
  private static func feature(of node: AttributeSyntax) -> String {
    let argument = node.arguments?.as(LabeledExprListSyntax.self)?.first?.expression
    return argument?.as(MemberAccessExprSyntax.self)?.base?.trimmedDescription ?? "Feature"
  }
}

/// A visitor that finds calls of `store.send` and `self.store.send`.
private final class StoreSends: SyntaxVisitor {
  private(set) var found: [FunctionCallExprSyntax] = []
  private let outermost: SyntaxIdentifier

  init(in declaration: some DeclGroupSyntax) {
    outermost = declaration.id
    super.init(viewMode: .sourceAccurate)
    walk(declaration)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let called = node.calledExpression.as(MemberAccessExprSyntax.self),
      called.declName.baseName.text == "send",
      ["store", "self.store"].contains(called.base?.trimmedDescription)
    {
      found.append(node)
    }
    return .visitChildren
  }

  // A nested view has its own store.
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    node.id == outermost ? .visitChildren : .skipChildren
  }
}

private struct StoreSendWarning: DiagnosticMessage {
  let message =
    "do not use 'store.send' directly with '@ViewAction'; instead, use 'send' with a view action"
  let diagnosticID = MessageID(domain: "CairnMacros", id: "storeSend")
  let severity = DiagnosticSeverity.warning
}

extension DeclGroupSyntax {
  /// Whether the declaration has a property with a name.
  fileprivate func declares(_ name: String) -> Bool {
    memberBlock.members.contains { item in
      item.decl.as(VariableDeclSyntax.self)?.bindings.contains {
        $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name
      } ?? false
    }
  }
}
