import SwiftSyntax
import SwiftSyntaxBuilder

extension DestinationExpansion {
  /// The source of the action enum, which contains the actions of the features.
  var action: String {
    let actionCases = EnumMember.expand(actionMembers, \.declaration)
    let paths = CasePathableMacro.members(root: "Action", access: access, of: actionMembers)
    let conformances = conformances.action.map { ", \($0)" }.joined()
    return """
      \(access)enum Action: CairnCases.CasePathable\(conformances) {
        \(actionCases)
        \(paths.joined(separator: "\n"))
      }
      """
  }

  /// The cases of the action enum, for its case paths.
  private var actionMembers: [EnumMember] {
    EnumMember.map(cases) { enumCase in
      switch role(of: enumCase) {
      case .feature(let type, _), .ephemeral(let type):
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
}
