import SwiftSyntax
import SwiftSyntaxBuilder

/// What `@Reducer` adds to an enum whose cases name features.
struct DestinationExpansion {
  private let name: String
  private let access: String
  private let cases: [EnumMember]
  private let conformances: Conformances

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
  }

  /// How a case takes part.
  private enum Role {
    /// A feature with a reducer.
    case feature(String)
    /// An alert or a dialog: state and actions, no reducer.
    case ephemeral(String)
    /// A value that is kept as state, without actions.
    case value
  }

  private func role(of enumCase: EnumCase) -> Role {
    guard enumCase.parameters.count == 1, !enumCase.attributes.contains("ReducerCaseIgnored")
    else { return .value }
    let type = enumCase.parameters[0].type.trimmedDescription
    if enumCase.isDialog || enumCase.attributes.contains("ReducerCaseEphemeral") {
      return .ephemeral(type)
    }
    return .feature(type)
  }

  var members: [String] {
    [state, action, body, caseScope, scope]
  }

  private func payload(_ enumCase: EnumCase, _ type: String) -> String {
    let label = enumCase.parameters.first?.label.map { "\($0): " } ?? ""
    return "case \(enumCase.name)(\(label)\(type))"
  }

  private func original(_ enumCase: EnumCase) -> String {
    guard !enumCase.parameters.isEmpty else { return "case \(enumCase.name)" }
    let parameters = enumCase.parameters.map { parameter in
      (parameter.label.map { "\($0): " } ?? "") + parameter.type.trimmedDescription
    }
    return "case \(enumCase.name)(\(parameters.joined(separator: ", ")))"
  }

  private var state: String {
    let stateCases = EnumMember.expand(cases) { enumCase in
      switch role(of: enumCase) {
      case .feature(let type): return payload(enumCase, "\(type).State")
      case .ephemeral(let type): return payload(enumCase, type)
      case .value: return original(enumCase)
      }
    }
    // Written out rather than left to dynamic members: a key path to one of these is cheap.
    let properties = EnumMember.expand(cases) { enumCase in
      """
      \(access)var \(enumCase.name): Cases.At_\(enumCase.bareName).Value? {
        get { Cases.At_\(enumCase.bareName)().extract(from: self) }
        set {
          guard let newValue else { return }
          if Cases.At_\(enumCase.bareName)().modify(&self, { $0 = newValue }) == nil {
            CairnReducers._reportOtherCase(writing: "\(enumCase.bareName)", to: self)
          }
        }
      }
      """
    }
    var index = -1
    let identities = EnumMember.expand(cases) { enumCase in
      index += 1
      switch role(of: enumCase) {
      case .feature, .ephemeral:
        return "case \(enumCase.pattern("let")): "
          + "CairnReducers._CaseIdentity(tag: \(index), payload: v0)"
      case .value:
        return "case .\(enumCase.name): CairnReducers._CaseIdentity(tag: \(index))"
      }
    }
    let isEphemeral =
      EnumMember.isEphemeral("self", of: cases) {
        if case .ephemeral = role(of: $0) { true } else { false }
      } ?? "false"
    let paths = CasePathableMacro.members(root: "State", access: access, of: stateMembers)
    return """
      \(access)enum State: CairnReducers.CaseReducerState, CairnReducers.ObservableState, \
      CairnCases.CasePathable\(conformances.state.map { ", \($0)" }.joined()) {
        \(access)typealias StateReducer = \(name)
        \(stateCases)
        \(properties)
        \(access)var _caseIdentity: CairnReducers._CaseIdentity {
          \(switchOver("self", identities))
        }
        \(access)var _isEphemeral: Bool { \(isEphemeral) }
        \(paths.joined(separator: "\n"))
      }
      """
  }

  private func switchOver(_ subject: String, _ cases: String) -> String {
    EnumMember.all(self.cases).isEmpty
      ? "switch \(subject) {}" : "switch \(subject) {\n\(cases)\n}"
  }

  /// The cases of the state enum, for its case paths.
  private var stateMembers: [EnumMember] {
    map(cases) { enumCase in
      guard case .feature(let type) = role(of: enumCase) else { return enumCase }
      return EnumCase(
        name: enumCase.name,
        parameters: [
          .init(label: enumCase.parameters[0].label, type: TypeSyntax("\(raw: type).State"))
        ],
        attributes: [])
    }
  }

  /// The cases of the action enum, for its case paths.
  private var actionMembers: [EnumMember] {
    map(cases) { enumCase in
      switch role(of: enumCase) {
      case .ephemeral(let type) where type.hasSuffix("<Never>"):
        return withoutActions(enumCase)
      case .feature(let type), .ephemeral(let type):
        return EnumCase(
          name: enumCase.name,
          parameters: [.init(label: nil, type: TypeSyntax("\(raw: type).Action"))],
          attributes: [])
      case .value:
        return withoutActions(enumCase)
      }
    }
  }

  private func withoutActions(_ enumCase: EnumCase) -> EnumCase {
    EnumCase(
      name: enumCase.name,
      parameters: [.init(label: nil, type: TypeSyntax("CairnReducers._NoAction"))],
      attributes: [])
  }

  private func map(_ members: [EnumMember], _ transform: (EnumCase) -> EnumCase) -> [EnumMember] {
    members.map { member in
      switch member {
      case .case(let enumCase): return .case(transform(enumCase))
      case .condition(let clauses):
        return .condition(clauses.map { ($0.header, map($0.members, transform)) })
      }
    }
  }

  private var action: String {
    let actionCases = EnumMember.expand(actionMembers) { original($0) }
    let paths = CasePathableMacro.members(root: "Action", access: access, of: actionMembers)
    let conformances = conformances.action.map { ", \($0)" }.joined()
    return """
      \(access)enum Action: CairnCases.CasePathable\(conformances) {
        \(actionCases)
        \(paths.joined(separator: "\n"))
      }
      """
  }

  private var body: String {
    // Only where all cases are features is it a switch: of one with the actions of a dialog that has
    // none, the compiler would say that the case is never executed.
    let isSwitch = EnumMember.all(cases).allSatisfy {
      if case .feature = role(of: $0) { true } else { false }
    }
    let reductions = EnumMember.expand(cases) { enumCase in
      guard case .feature(let type) = role(of: enumCase) else { return "" }
      let reduction = """
        return CairnReducers._reduceCase(
          State.Cases.At_\(enumCase.bareName)(), Action.Cases.At_\(enumCase.bareName)(),
          of: &state, action, with: \(type)()
        )
        """
      return isSwitch
        ? "case .\(enumCase.name)(let action):\n\(reduction)"
        : "if case .\(enumCase.name)(let action) = action {\n\(reduction)\n}"
    }
    let visits = EnumMember.expand(cases) { enumCase in
      guard case .feature(let type) = role(of: enumCase) else {
        return "case .\(enumCase.name): break"
      }
      return """
        case \(enumCase.pattern("let")):
          CairnReducers._visitCase(v0, of: \(type)(), with: &visitor)
        """
    }
    return """
      \(access)static var body: CairnReducers.CaseReducerBody<Self> {
        CairnReducers.CaseReducerBody()
      }
      \(features)
      \(access)static func _reduce(
        into state: inout State, action: Action
      ) -> CairnReducers.Effect<Action> {
        \(isSwitch ? switchOver("action", reductions) : "\(reductions)\nreturn .none")
      }
      \(access)static func _visit(
        _ state: State, with visitor: inout CairnReducers.IdentityVisitor
      ) {
        \(switchOver("state", visits))
      }
      """
  }

  /// Makes each feature once, in code that is never run.
  ///
  /// The compiler takes its time to check the functions that a macro writes, and crashes over a feature
  /// that can not be made without arguments. An opaque type makes it look at once, and say so.
  private var features: String {
    let features = EnumMember.expand(cases) { enumCase in
      guard case .feature(let type) = role(of: enumCase) else { return "" }
      return "_ = \(type)()"
    }
    return "private static var _features: some Any {\n\(features)\nreturn ()\n}"
  }

  private var caseScope: String {
    let scopes = EnumMember.expand(cases) { enumCase in
      switch role(of: enumCase) {
      case .feature(let type): return "case \(enumCase.name)(CairnReducers.StoreOf<\(type)>)"
      case .ephemeral, .value: return original(enumCase)
      }
    }
    return """
      \(access)enum CaseScope {
        \(scopes)
      }
      """
  }

  private var scope: String {
    let scopes = EnumMember.expand(cases) { enumCase in
      switch role(of: enumCase) {
      case .feature:
        return """
          case .\(enumCase.name):
            return .\(enumCase.name)(
              store._scope(
                State.Cases.At_\(enumCase.bareName)(), Action.Cases.At_\(enumCase.bareName)())!)
          """
      case .ephemeral, .value:
        return
          "case \(enumCase.pattern("let")): return \(enumCase.parameters.isEmpty ? ".\(enumCase.name)" : relabel(enumCase))"
      }
    }
    return """
      \(access)static func scope(
        _ store: CairnReducers.Store<State, Action>
      ) -> CaseScope {
        \(switchOver("store.state", scopes))
      }
      """
  }

  private func relabel(_ enumCase: EnumCase) -> String {
    let arguments = enumCase.parameters.enumerated().map { index, parameter in
      (parameter.label.map { "\($0): " } ?? "") + "v\(index)"
    }
    return ".\(enumCase.name)(\(arguments.joined(separator: ", ")))"
  }
}
