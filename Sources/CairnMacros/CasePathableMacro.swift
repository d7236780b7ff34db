import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The implementation of `@CasePathable`, which adds a type `Cases` with a case path for each case.
struct CasePathableMacro: MemberMacro, ExtensionMacro, WrittenMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(EnumDeclSyntax.self) else {
      throw DiagnosticsError(
        "'@CasePathable' can only be attached to an enum", at: declaration.keyword)
    }
    return members(
      root: declaration.name.trimmed.text, access: declaration.modifiers.access,
      of: declaration.memberBlock.members.enumMembers
    ).map { DeclSyntax(written: $0) }
  }

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // If the author has written the conformance, `protocols` is empty.
    guard !protocols.isEmpty, declaration.is(EnumDeclSyntax.self) else { return [] }
    return [try ExtensionDeclSyntax("extension \(type.trimmed): CairnCases.CasePathable {}")]
  }

  /// Returns the members for an enum: `Cases`, `cases`, and a function for binding actions.
  static func members(root: String, access: String, of members: [EnumMember]) -> [String] {
    let paths = EnumMember.expand(members) { enumCase in
      // A generic parameter of the enum could have the name of one of the path's own types.
      let named = ["Value", "Root"].contains { enumCase.valueType.contains($0) }
      let value = named ? "Value_\(enumCase.bareName)" : enumCase.valueType
      let alias = named ? "\(access)typealias \(value) = \(enumCase.valueType)\n" : ""
      // This isn't a `switch`, because the compiler rejects every `switch` over an enum that can't have values.
      return """
        \(alias)\(access)struct At_\(enumCase.bareName): \(conformance(of: enumCase)) {
          \(access)typealias Root = \(root)
          \(access)typealias Value = \(value)
          \(access)init() {}
          \(access)func extract(from root: Root) -> Value? {
            if case \(enumCase.pattern("let")) = root { \(enumCase.boundValue) } else { nil }
          }
          \(access)\(embedding(of: enumCase))
        }
        \(access)var \(enumCase.name): CairnCases.Case<At_\(enumCase.bareName)> {
          CairnCases.Case(At_\(enumCase.bareName)())
        }
        """
    }
    var result = [
      """
      \(access)struct Cases: Sendable {
        \(access)init() {}
        \(paths)
      }
      """,
      "\(access)static var cases: Cases { Cases() }",
    ]
    // If the enum is a `BindableAction`, this function finds its binding without reflection.
    if let binding = EnumMember.all(members).first(where: {
      $0.bareName == "binding" && $0.parameters.count == 1
    }) {
      result.append(
        """
        \(access)static func _binding(of action: Self) -> \(binding.valueType)? {
          if case .binding(let binding) = action { binding } else { nil }
        }
        """)
    }
    return result
  }

  private static func conformance(of enumCase: EnumCase) -> String {
    enumCase.parameters.count == 1
      ? "CairnCases._PayloadCasePath" : "CairnCases.StaticCasePath"
  }

  /// Returns the member that creates the case from its payload.
  ///
  /// For a single value, this member returns the case's own function instead of calling it. If the payload's type
  /// has no values, such as `Never`, the compiler would warn that a call is never executed.
  private static func embedding(of enumCase: EnumCase) -> String {
    guard enumCase.parameters.count == 1 else {
      return "func embed(_ value: Value) -> Root { \(enumCase.construction(from: "value")) }"
    }
    let label = enumCase.parameters[0].label.map { "(\($0):)" } ?? ""
    return "static var _embedding: (Value) -> Root { Root.\(enumCase.name)\(label) }"
  }
}
