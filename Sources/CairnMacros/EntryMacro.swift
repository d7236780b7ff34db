import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The implementation of `@Entry`, which makes a property of `EnvironmentValues` an environment value with its own
/// key.
struct EntryMacro: AccessorMacro, PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    let entry: Entry
    do {
      entry = try Entry(declaration)
    } catch let error as DiagnosticsError {
      error.diagnostics.forEach(context.diagnose)
      // Without accessors, the compiler would also report a stored property in an extension.
      return ["get { Swift.preconditionFailure() }", "set {}"]
    }
    return [
      "get { self[\(raw: entry.key).self] }", "set { self[\(raw: entry.key).self] = newValue }",
    ]
  }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    // The accessors have already reported an invalid declaration.
    guard let entry = try? Entry(declaration) else { return [] }
    return [
      """
      private enum \(raw: entry.key): CairnViews.EnvironmentKey {
        static var defaultValue: \(raw: entry.type) { \(raw: entry.value) }
      }
      """
    ]
  }

  private struct Entry {
    let key: String
    let type: String
    let value: String

    init(_ declaration: some DeclSyntaxProtocol) throws {
      guard let property = StoredProperty(declaration) else {
        throw DiagnosticsError(
          "'@Entry' can only be attached to a single 'var' in 'EnvironmentValues', such as "
            + "'@Entry var isCompact: Bool = false'", at: declaration.keyword)
      }
      guard let type = property.type else {
        throw DiagnosticsError(
          "'@Entry' requires an explicit type annotation", at: property.pattern)
      }
      let isOptional =
        type.is(OptionalTypeSyntax.self)
        || type.as(IdentifierTypeSyntax.self)?.name.text == "Optional"
      guard let value = property.initializer?.trimmedDescription ?? (isOptional ? "nil" : nil)
      else {
        throw DiagnosticsError(
          "'@Entry' requires a default value, which is used if no view sets it",
          at: property.pattern)
      }
      key = "__Key_\(property.name)"
      self.type = type.trimmedDescription
      self.value = value
    }
  }
}
