import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The implementation of `@Reducer`.
///
/// For a struct, the macro adds the conformance and missing members. For an enum, it adds a feature that combines
/// the features of its cases.
struct ReducerMacro: MemberMacro, MemberAttributeMacro, ExtensionMacro, WrittenMacro {
  // MARK: Conformance

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // Errors are reported here, because the compiler expands members only if code looks for one.
    ReducerDiagnostics(declaration).found.forEach(context.diagnose)
    // `protocols` doesn't contain protocols that the author has written.
    let isMissing = { (name: String) in protocols.contains { $0.lastName == name } }
    var names: [String] = []
    if declaration.is(EnumDeclSyntax.self) {
      names = ["CaseReducer", "Reducer"].filter(isMissing).map { "CairnReducers.\($0)" }
    } else if let declaration = declaration.as(StructDeclSyntax.self) {
      let members = declaration.memberBlock.members
      if members.hasNoBody { names.append("CairnReducers._BodylessReducer") }
      if isMissing("Reducer") { names.append("CairnReducers.Reducer") }
      // A public struct isn't implicitly Sendable, but a feature's effects capture the feature. If it contains only
      // dependencies, which are Sendable, the macro adds the conformance.
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
    // `@ObservableState` adds the coding keys.
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

  /// Returns the state and the actions that a feature leaves out. `_BodylessReducer` provides a missing body.
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

  /// Returns a function that identifies alerts and dialogs in a state enum that the author has written.
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
