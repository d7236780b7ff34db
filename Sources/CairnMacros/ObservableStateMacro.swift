import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The implementation of `@ObservableState`, which adds the conformance, and coding keys if the state needs them.
struct ObservableStateMacro: ExtensionMacro, MemberMacro, WrittenMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.is(StructDeclSyntax.self) || declaration.is(EnumDeclSyntax.self) else {
      // '@Reducer' reports a better error for the state of a feature.
      if ReducerDiagnostics.reports(declaration, in: context) { return [] }
      throw DiagnosticsError(
        "'@ObservableState' can only be attached to a struct or an enum", at: declaration.keyword)
    }
    guard !protocols.isEmpty else { return [] }
    return [try ExtensionDeclSyntax("extension \(type.trimmed): CairnReducers.ObservableState {}")]
  }

  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(StructDeclSyntax.self) else { return [] }
    return CodingKeysExpansion(declaration).members.map { DeclSyntax(written: $0) }
  }
}
