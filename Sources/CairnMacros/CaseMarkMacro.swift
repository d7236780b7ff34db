import SwiftSyntax
import SwiftSyntaxMacros

/// Only marks a case for the macro of its enum: `@ReducerCaseEphemeral`, `@ReducerCaseIgnored`,
/// `@ModelContainerIgnored`.
struct CaseMarkMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    []
  }
}
