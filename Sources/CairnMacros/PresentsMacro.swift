import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The implementation of `@Presents`, which stores an optional in a `PresentationState` that's available as `$name`.
///
/// The wrapper is the stored property. A key path to a stored property writes in place, but a key path to a computed
/// property makes a copy.
struct PresentsMacro: AccessorMacro, PeerMacro, WrittenMacro {
  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    let property = try Property(declaration)
    let wrapper = "$\(property.name)"
    return [
      """
      @storageRestrictions(initializes: \(raw: wrapper))
      init(initialValue) {
        \(raw: wrapper) = CairnReducers.PresentationState(wrappedValue: initialValue)
      }
      """,
      "get { \(raw: wrapper).wrappedValue }",
      // Without a setter, an initializer could assign this property only after all other properties.
      "set { \(raw: wrapper).wrappedValue = newValue }",
      "_modify { yield &\(raw: wrapper).wrappedValue }",
    ]
  }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    // The accessors have already reported an invalid declaration.
    guard let property = try? Property(declaration) else { return [] }
    let initializer =
      property.initializer.map { " = CairnReducers.PresentationState(wrappedValue: \($0))" }
      ?? " = CairnReducers.PresentationState(wrappedValue: nil)"
    return [
      """
      \(raw: property.access)var $\(raw: property.name): \
      CairnReducers.PresentationState<\(raw: property.wrapped)>\(raw: initializer)
      """
    ]
  }

  private struct Property {
    let name: String
    let wrapped: String
    let access: String
    let initializer: String?

    init(_ declaration: some DeclSyntaxProtocol) throws {
      guard let property = StoredProperty(declaration) else {
        throw DiagnosticsError(
          "'@Presents' can only be attached to a single stored 'var', such as "
            + "'@Presents var destination: Destination.State?'", at: declaration.keyword)
      }
      guard let type = property.type else {
        throw DiagnosticsError(
          "'@Presents' requires an explicit type annotation", at: property.pattern)
      }
      if let optional = type.as(OptionalTypeSyntax.self) {
        wrapped = optional.wrappedType.trimmedDescription
      } else if let identifier = type.as(IdentifierTypeSyntax.self),
        identifier.name.text == "Optional",
        let argument = identifier.genericArgumentClause?.arguments.first
      {
        wrapped = argument.argument.trimmedDescription
      } else {
        throw DiagnosticsError(
          "'@Presents' can only be attached to an optional property", at: type)
      }
      name = property.name
      access = property.modifiers.access
      initializer = property.initializer?.trimmedDescription
    }
  }
}

extension DeclModifierListSyntax {
  /// Whether the property is static, lazy, weak, or unowned.
  var changeStorage: Bool {
    contains { modifier in
      [.keyword(.static), .keyword(.lazy), .keyword(.weak), .keyword(.unowned)]
        .contains(modifier.name.tokenKind)
    }
  }
}
