import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The implementation of `@ModelContainer`, which adds the state of an enum of models, and the function that creates
/// the models.
struct ModelContainerMacro: MemberMacro, ExtensionMacro, WrittenMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    // The conformance has already reported an invalid declaration.
    guard let declaration = declaration.as(EnumDeclSyntax.self),
      tooManyValues(in: declaration) == nil
    else { return [] }
    let expansion = ModelContainerExpansion(declaration, conformances: node.conformances("state"))
    return expansion.members.map { DeclSyntax(written: $0) }
  }

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // Errors are reported here, because the compiler expands members only if code looks for one.
    guard let declaration = declaration.as(EnumDeclSyntax.self) else {
      throw DiagnosticsError(
        "'@ModelContainer' can only be attached to an enum; a model must be a struct that conforms to "
          + "'Model'", at: declaration.keyword)
    }
    if let error = tooManyValues(in: declaration) { throw error }
    guard !protocols.isEmpty else { return [] }
    let names = protocols.map { $0.trimmedDescription }.joined(separator: ", ")
    return [try ExtensionDeclSyntax("extension \(type.trimmed): \(raw: names) {}")]
  }

  /// Returns an error at the first case that has several values, or `nil` if there's none.
  private static func tooManyValues(in declaration: EnumDeclSyntax) -> DiagnosticsError? {
    EnumMember.all(declaration.memberBlock.members.enumMembers)
      .first { $0.parameters.count > 1 && !$0.isIgnoredByModels }
      .map { enumCase in
        DiagnosticsError(
          "case '\(enumCase.bareName)' can't have more than one associated value; use a single model, "
            + "or mark the case '@ModelContainerIgnored'", at: enumCase.node ?? declaration.keyword)
      }
  }
}

/// The members that `@ModelContainer` adds to an enum whose cases name models.
struct ModelContainerExpansion {
  private let name: String
  private let access: String
  private let cases: [EnumMember]
  private let conformances: [String]

  init(_ declaration: EnumDeclSyntax, conformances: [String]) {
    name = declaration.name.text
    access = declaration.modifiers.access
    cases = declaration.memberBlock.members.enumMembers
    self.conformances = conformances.filter { !["Equatable", "Sendable"].contains($0) }
  }

  var members: [String] {
    [state, models, identity, structure, presentationIdentity]
      + CasePathableMacro.members(root: name, access: access, of: cases)
  }

  private var state: String {
    let stateCases = EnumMember.expand(stateMembers, \.declaration)
    // These are real properties and not dynamic members, so that code can write through a key path to them.
    let properties = EnumMember.expand(stateMembers) { enumCase in
      """
      \(access)var \(enumCase.name): Cases.At_\(enumCase.bareName).Value? {
        get { Cases.At_\(enumCase.bareName)().extract(from: self) }
        set {
          guard let newValue else { return }
          _ = Cases.At_\(enumCase.bareName)().modify(&self) { $0 = newValue }
        }
      }
      """
    }
    let paths = CasePathableMacro.members(root: "State", access: access, of: stateMembers)
    let protocols = ["Equatable", "Sendable", "CairnCases.CasePathable"] + conformances
    return """
      \(access)enum State: \(protocols.joined(separator: ", ")) {
        \(stateCases)
        \(properties)
        \(paths.joined(separator: "\n"))
      }
      """
  }

  /// The cases of the state enum.
  private var stateMembers: [EnumMember] {
    EnumMember.map(cases) { enumCase in
      guard enumCase.isModel else { return enumCase }
      return EnumCase(
        name: enumCase.name,
        parameters: enumCase.parameters.map {
          .init(
            label: $0.label, type: TypeSyntax("\(raw: $0.type.trimmedDescription).StateContainer"))
        },
        attributes: [])
    }
  }

  private var models: String {
    let branches = EnumMember.expand(cases) { enumCase in
      guard enumCase.isModel else {
        return "case \(enumCase.pattern("let")): \(enumCase.rebuilt)"
      }
      let place =
        "place._keyed(identity(of: place.state))._case(State.Cases.At_\(enumCase.bareName)(), v0)"
      let models = "\(enumCase.parameters[0].type.trimmedDescription).models(in: \(place))"
      return "case \(enumCase.pattern("let")): \(enumCase.construction(from: models))"
    }
    return """
      \(access)typealias StateContainer = State
      \(access)static func models(in place: CairnModels.ModelPlace<State>) -> Self {
        \(switchOver("place.state", branches))
      }
      """
  }

  private var identity: String {
    var tag = -1
    let branches = EnumMember.expand(cases) { enumCase in
      tag += 1
      guard enumCase.isModel else {
        return "case .\(enumCase.name): CairnModels._CaseOfModels(tag: \(tag), identity: nil)"
      }
      return "case \(enumCase.pattern("let")): CairnModels._CaseOfModels(tag: \(tag), "
        + "identity: \(enumCase.parameters[0].type.trimmedDescription).identity(of: v0))"
    }
    return """
      \(access)static func identity(of state: State) -> AnyHashable? {
        let identity: CairnModels._CaseOfModels = \(switchOver("state", branches))
        return AnyHashable(identity)
      }
      """
  }

  private var structure: String {
    let branches = EnumMember.expand(cases) { enumCase in
      let other = "State.Cases.At_\(enumCase.bareName)().extract(from: rhs)"
      guard enumCase.isModel else { return "case .\(enumCase.name): \(other) != nil" }
      let type = enumCase.parameters[0].type.trimmedDescription
      return "case \(enumCase.pattern("let")): "
        + "\(other).map { \(type).hasSameStructure(v0, $0) } ?? false"
    }
    return """
      \(access)static func hasSameStructure(_ lhs: State, _ rhs: State) -> Bool {
        \(switchOver("lhs", branches))
      }
      """
  }

  private var presentationIdentity: String {
    var tag = -1
    let branches = EnumMember.expand(cases) { enumCase in
      tag += 1
      guard enumCase.parameters.count == 1 else {
        return "case .\(enumCase.name): CairnModels._presentationIdentity(\(tag), ())"
      }
      return "case \(enumCase.pattern("let")): CairnModels._presentationIdentity(\(tag), v0 as Any)"
    }
    return """
      \(access)var presentationIdentity: UInt64 {
        \(switchOver("self", branches))
      }
      """
  }

  private func switchOver(_ subject: String, _ branches: String) -> String {
    EnumMember.switchOver(subject, of: cases, branches)
  }
}

extension EnumCase {
  fileprivate var isIgnoredByModels: Bool { attributes.contains("ModelContainerIgnored") }

  /// Whether the payload is a model or a container of models.
  fileprivate var isModel: Bool { parameters.count == 1 && !isDialog && !isIgnoredByModels }
}
