import SwiftSyntax
import SwiftSyntaxBuilder

extension DestinationExpansion {
  /// The source of an enum with the store of the current case.
  var caseScope: String {
    let scopes = EnumMember.expand(cases) { enumCase in
      switch role(of: enumCase) {
      case .feature(let type, _): return "case \(enumCase.name)(CairnReducers.StoreOf<\(type)>)"
      case .ephemeral, .value: return enumCase.declaration
      }
    }
    let paths = CasePathableMacro.members(root: "CaseScope", access: access, of: scopeMembers)
    return """
      \(access)enum CaseScope: CairnCases.CasePathable {
        \(scopes)
        \(paths.joined(separator: "\n"))
      }
      """
  }

  /// The cases of the enum of stores, for its case paths.
  private var scopeMembers: [EnumMember] {
    EnumMember.map(cases) { enumCase in
      guard case .feature(let type, _) = role(of: enumCase) else { return enumCase }
      return EnumCase(
        name: enumCase.name,
        parameters: [
          .init(label: nil, type: TypeSyntax("CairnReducers.StoreOf<\(raw: type)>"))
        ],
        attributes: [])
    }
  }

  /// The source of a function that returns the store of the current case.
  var scope: String {
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
