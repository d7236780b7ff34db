import SwiftSyntax
import SwiftSyntaxMacros

/// An implementation of attributes that only mark a case for the macro of its enum.
///
/// These attributes are `@ReducerCaseEphemeral`, `@ReducerCaseIgnored`, and `@ModelContainerIgnored`.
struct CaseMarkMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    []
  }
}
