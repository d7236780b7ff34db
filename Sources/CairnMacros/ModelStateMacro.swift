import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The implementation of `@ModelState`, which turns a property into access to the state that a store keeps for the
/// model.
///
/// The macro also adds the model's reference to that state.
struct ModelStateMacro: AccessorMacro, PeerMacro, WrittenMacro {
  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    if let problem = problem(of: declaration, in: context) { throw problem }
    return ["get { _model.state }", "nonmutating _modify { yield &_model.state }"]
  }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    // The accessors have already reported an invalid declaration.
    guard problem(of: declaration, in: context) == nil else { return [] }
    let model = context.lexicalContext.first?.as(StructDeclSyntax.self)
    // The property fulfills a requirement of `Model`, so it needs the model's access level.
    let access = model?.modifiers.access ?? ""
    let visibility = access == "fileprivate " ? "" : access
    return ["\(raw: visibility)let _model = CairnModels._ModelReference<Self>()"]
  }

  /// Returns why the macro can't be attached here, or `nil` if it can.
  private static func problem(
    of declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) -> DiagnosticsError? {
    guard let property = StoredProperty(declaration), property.initializer == nil else {
      return DiagnosticsError(
        "'@ModelState' can only be attached to a single 'var' without an initial value, such as "
          + "'@ModelState private var state: State'", at: declaration.keyword)
    }
    guard property.type != nil else {
      return DiagnosticsError(
        "'@ModelState' requires an explicit type annotation", at: property.pattern)
    }
    guard let model = context.lexicalContext.first, model.is(StructDeclSyntax.self) else {
      return DiagnosticsError(
        "'@ModelState' can only be attached to a property of a struct that conforms to 'Model'",
        at: declaration.keyword)
    }
    return nil
  }
}
