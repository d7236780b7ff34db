import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@ModelState`: makes a property a view of the state that a store holds for the model, and adds the
/// model's way there.
struct ModelStateMacro: AccessorMacro, PeerMacro, WrittenMacro {
  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    if let problem = problem(of: declaration, in: context) { throw MacroError(problem) }
    return ["get { _model.state }", "nonmutating _modify { yield &_model.state }"]
  }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    // What is wrong is said once, by the accessors.
    guard problem(of: declaration, in: context) == nil else { return [] }
    let model = context.lexicalContext.first?.as(StructDeclSyntax.self)
    // It is the model's way to conform, and so as visible as that.
    let access = model?.modifiers.access ?? ""
    let visibility = access == "fileprivate " ? "" : access
    return ["\(raw: visibility)let _model = CairnModels._ModelReference<Self>()"]
  }

  /// Why the macro can not be attached here; nil where it can.
  private static func problem(
    of declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) -> String? {
    guard let property = StoredProperty(declaration), property.initializer == nil else {
      return
        "'@ModelState' can only be attached to a single 'var' without a value, which the store has: "
        + "'@ModelState private var state: State'"
    }
    guard property.type != nil else {
      return "'@ModelState' needs the property's type to be written out"
    }
    guard let model = context.lexicalContext.first, model.is(StructDeclSyntax.self) else {
      return "'@ModelState' can only be attached to a property of a struct, the model"
    }
    return nil
  }
}
