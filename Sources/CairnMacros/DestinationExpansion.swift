import SwiftSyntax
import SwiftSyntaxBuilder

/// What `@Reducer` adds to an enum whose cases name features.
struct DestinationExpansion {
  let name: String
  let access: String
  let cases: [EnumMember]
  let conformances: Conformances
  /// What the author has written.
  private let written: Set<String>

  /// The protocols that the state and the actions conform to by the macro's arguments.
  ///
  /// They stand at the declarations: an extension that a macro adds can only be one of the type that
  /// the macro is attached to.
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

  /// How a case takes part.
  enum Role {
    /// A feature, by its type and what makes its reducer.
    case feature(String, reducer: String)
    /// An alert or a dialog: state and actions, no reducer.
    case ephemeral(String)
    /// A value that is kept as state, without actions.
    case value
  }

  func role(of enumCase: EnumCase) -> Role {
    // What is no feature is reported, and what follows from it need not be.
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
    // Of a generic one the compiler would not know what it is of.
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

  /// What stands for the feature where it is a case of another one. It is at none of its cases: those
  /// have features, and which of them is meant only the state knows.
  private var instance: String {
    // Of the type that the static body has, for `case inner(Inner.Body = Inner.body)`. The type of a
    // body that the author has written may have no name.
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
