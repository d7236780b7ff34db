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
    // The compiler leaves out the protocols that the author has written.
    let isMissing = { (name: String) in protocols.contains { $0.lastName == name } }
    var names: [String] = []
    if declaration.is(EnumDeclSyntax.self) {
      names = ["CaseReducer", "Reducer"].filter(isMissing).map { "CairnReducers.\($0)" }
    } else if let declaration = declaration.as(StructDeclSyntax.self) {
      let members = declaration.memberBlock.members
      if members.hasNoBody { names.append("CairnReducers._BodylessReducer") }
      if isMissing("Reducer") { names.append("CairnReducers.Reducer") }
      // A public struct is not implicitly Sendable, and a feature's effects capture the feature: where
      // all that it holds are dependencies, which are Sendable, say so for the author.
      if !declaration.modifiers.access.isEmpty, isMissing("Sendable"),
        !declaration.inherits("Sendable"), holdsOnlyDependencies(declaration)
      {
        names.append("Sendable")
      }
    }
    guard !names.isEmpty else { return [] }
    return [
      try ExtensionDeclSyntax(
        "extension \(type.trimmed): \(raw: names.joined(separator: ", ")) {}")
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
      members = missingMembers(of: declaration, isNested: context.isInFeature)
    } else {
      members = []
    }
    return members.map { DeclSyntax(written: $0) }
  }

  /// Adds the state and the actions that a feature leaves out. A missing body is `_BodylessReducer`'s.
  private static func missingMembers(
    of declaration: StructDeclSyntax, isNested: Bool
  ) -> [String] {
    let access = declaration.modifiers.access
    let names = declaration.memberBlock.members.declaredNames
    let types = declaration.memberBlock.members.typesOfBody(isNested: isNested)
    var members: [String] = []
    if !names.contains("State") {
      switch types {
      case .own:
        members.append(
          "\(access)struct State: Codable, Hashable, Sendable, CairnReducers.ObservableState "
            + "{ \(access)init() {} }")
      case .named(let state, _): members.append("\(access)typealias State = \(state)")
      case .inferred: break
      }
    }
    if !names.contains("Action") {
      switch types {
      case .own: members.append("\(access)typealias Action = CairnReducers._NoAction")
      case .named(_, let action): members.append("\(access)typealias Action = \(action)")
      case .inferred: break
      }
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
