import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Reducer`: on a struct, the conformance and what it needs; on an enum, a feature made of the
/// features that its cases name.
struct ReducerMacro: MemberMacro, MemberAttributeMacro, ExtensionMacro, WrittenMacro {
  // MARK: Conformance

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // Here, for the members are written only where somebody looks for one.
    ReducerDiagnostics(declaration).found.forEach(context.diagnose)
    guard !protocols.isEmpty else { return [] }
    if declaration.is(EnumDeclSyntax.self) {
      return [
        try ExtensionDeclSyntax(
          "extension \(type.trimmed): CairnReducers.CaseReducer, CairnReducers.Reducer {}")
      ]
    }
    guard let declaration = declaration.as(StructDeclSyntax.self) else { return [] }
    // A public struct is not implicitly Sendable, and a feature's effects capture the feature: where
    // all that it holds are dependencies, which are Sendable, say so for the author.
    let sendable =
      !declaration.modifiers.access.isEmpty && !declaration.inherits("Sendable")
      && holdsOnlyDependencies(declaration)
    return [
      try ExtensionDeclSyntax(
        "extension \(type.trimmed): CairnReducers.Reducer\(raw: sendable ? ", Sendable" : "") {}")
    ]
  }

  private static func holdsOnlyDependencies(_ declaration: StructDeclSyntax) -> Bool {
    guard declaration.genericParameterClause == nil else { return false }
    return declaration.memberBlock.members.allSatisfy { item in
      guard let variable = item.decl.as(VariableDeclSyntax.self),
        !variable.modifiers.contains(where: { $0.name.tokenKind == .keyword(.static) }),
        variable.bindings.contains(where: { $0.accessorBlock == nil })
      else { return true }
      return variable.attributes.contains {
        $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "Dependency"
      }
    }
  }

  // MARK: Attributes of members

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    if let nested = member.as(EnumDeclSyntax.self), ["Action", "State"].contains(nested.name.text) {
      return nested.attributes.names("CasePathable") ? [] : ["@Cairn.CasePathable"]
    }
    // For the sake of its coding keys.
    if let nested = member.as(StructDeclSyntax.self), nested.name.text == "State",
      nested.memberBlock.members.needCodingKeys, !nested.attributes.names("ObservableState")
    {
      return ["@Cairn.ObservableState"]
    }
    if let variable = member.as(VariableDeclSyntax.self),
      variable.bindings.first?.pattern.trimmedDescription == "body",
      variable.bindings.first?.accessorBlock != nil,
      !variable.attributes.names("ReducerBuilder"),
      !variable.attributes.names("ReducerBuilderOf")
    {
      return ["@CairnReducers.ReducerBuilder<Self.State, Self.Action>"]
    }
    return []
  }

  // MARK: Members

  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let members: [String]
    if let declaration = declaration.as(EnumDeclSyntax.self) {
      members =
        DestinationExpansion(
          declaration,
          conformances: .init(
            state: node.conformances("state"), action: node.conformances("action"))
        ).members
    } else if let declaration = declaration.as(StructDeclSyntax.self) {
      members = missingMembers(of: declaration)
    } else {
      members = []
    }
    return members.map { DeclSyntax(written: $0) }
  }

  /// What a feature that leaves out its state, its actions or its body means by that.
  private static func missingMembers(of declaration: StructDeclSyntax) -> [String] {
    let access = declaration.modifiers.access
    let names = declaration.memberBlock.members.declaredNames
    let types = declaration.memberBlock.members.typesOfBody
    var members: [String] = []
    if !names.contains("State") {
      members.append(
        types.map { "\(access)typealias State = \($0.state)" }
          ?? "\(access)struct State: Codable, Hashable, Sendable, CairnReducers.ObservableState "
          + "{ \(access)init() {} }")
    }
    if !names.contains("Action") {
      members.append(
        "\(access)typealias Action = \(types?.action ?? "CairnReducers._NoAction")")
    }
    if !names.contains("body"), !names.contains("reduce") {
      members.append(
        "\(access)var body: some CairnReducers.Reducer<State, Action> "
          + "{ CairnReducers.EmptyReducer() }")
    }
    members += ephemeralCases(of: declaration)
    return members
  }

  /// Which cases of a hand-written enum of destinations are alerts and dialogs.
  private static func ephemeralCases(of declaration: StructDeclSyntax) -> [String] {
    let state = declaration.memberBlock.members.lazy
      .compactMap { $0.decl.as(EnumDeclSyntax.self) }.first { $0.name.text == "State" }
    guard let cases = state?.memberBlock.members.enumMembers else { return [] }
    guard let answer = EnumMember.isEphemeral("state", type: "State", of: cases) else { return [] }
    let access = declaration.modifiers.access
    return [
      """
      \(access)static func _isEphemeral(_ state: State) -> Bool {
        \(answer)
      }
      """
    ]
  }
}
