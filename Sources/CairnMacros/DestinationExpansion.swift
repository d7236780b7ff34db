import SwiftSyntax
import SwiftSyntaxBuilder

/// The members that `@Reducer` adds to an enum whose cases name features.
struct DestinationExpansion {
  let name: String
  let access: String
  let cases: [EnumMember]
  let conformances: Conformances
  /// The names that the author has declared.
  private let written: Set<String>

  /// The protocols that the state and the actions conform to, from the macro's arguments.
  ///
  /// The conformances are part of the generated declarations. A macro can add an extension only to the type that
  /// it's attached to.
  struct Conformances {
    var state: [String] = []
    var action: [String] = []
  }

  init(_ declaration: EnumDeclSyntax, conformances: Conformances) {
    self.conformances = conformances
    name = declaration.name.text
    access = declaration.modifiers.access
    cases = declaration.memberBlock.members.enumMembers
    written = declaration.memberBlock.members.declaredNames
  }

  /// The role of a case.
  enum Role {
    /// A feature, with its type and the expression that creates its reducer.
    case feature(String, reducer: String)
    /// An alert or a dialog, which has state and actions but no reducer.
    case ephemeral(String)
    /// A value that's part of the state, without actions.
    case value
  }

  func role(of enumCase: EnumCase) -> Role {
    // `ReducerDiagnostics` reports payloads that aren't features. They count as values, which avoids more errors.
    guard enumCase.parameters.count == 1, !enumCase.parameters[0].type.isNoFeature,
      !enumCase.attributes.contains("ReducerCaseIgnored")
    else { return .value }
    let type = enumCase.parameters[0].type.trimmedDescription
    if enumCase.isDialog || enumCase.attributes.contains("ReducerCaseEphemeral") {
      return .ephemeral(type)
    }
    guard let reducer = enumCase.parameters[0].defaultValue else {
      return .feature(type, reducer: "\(type)()")
    }
    // Without the type, the compiler couldn't infer the arguments of a generic reducer.
    return .feature(type, reducer: type.contains("<") ? "((\(reducer)) as \(type))" : reducer)
  }

  var members: [String] {
    var members: [String] = []
    if !written.contains("State") { members.append(state) }
    if !written.contains("Action") { members.append(action) }
    if !written.contains("body") { members.append(body) }
    if !written.contains("CaseScope") { members.append(caseScope) }
    if !written.contains("scope") { members.append(scope) }
    members.append(instance)
    return members
  }

  /// The source of the members that represent this feature if it's a case of another feature.
  ///
  /// The instance has a separate case, because only the state knows the current case.
  private var instance: String {
    // The type must match the static body for declarations such as `case inner(Inner.Body = Inner.body)`. The type
    // of a body that the author has written can be opaque.
    let type =
      written.contains("body")
      ? "some CairnReducers.Reducer<State, Action>" : "CairnReducers.CaseReducerBody<Self>"
    return """
      case _feature
      \(access)init() { self = ._feature }
      \(access)var body: \(type) { Self.body }
      """
  }

  func payload(_ enumCase: EnumCase, _ type: String) -> String {
    let label = enumCase.parameters.first?.label.map { "\($0): " } ?? ""
    return "case \(enumCase.name)(\(label)\(type))"
  }

  func switchOver(_ subject: String, _ branches: String) -> String {
    EnumMember.switchOver(subject, of: cases, branches)
  }
}
