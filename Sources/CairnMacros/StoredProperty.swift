import SwiftSyntax

/// A single stored `var`, as macros for properties require.
struct StoredProperty {
  let name: String
  let pattern: PatternSyntax
  let type: TypeSyntax?
  let initializer: ExprSyntax?
  let modifiers: DeclModifierListSyntax

  /// Creates a stored property, or returns `nil` for other declarations.
  init?(_ declaration: some DeclSyntaxProtocol) {
    guard
      let variable = declaration.as(VariableDeclSyntax.self),
      variable.bindingSpecifier.tokenKind == .keyword(.var),
      let binding = variable.bindings.first, variable.bindings.count == 1,
      binding.accessorBlock == nil, !variable.modifiers.changeStorage,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    else { return nil }
    self.name = name
    pattern = binding.pattern
    type = binding.typeAnnotation?.type
    initializer = binding.initializer?.value
    modifiers = variable.modifiers
  }
}
