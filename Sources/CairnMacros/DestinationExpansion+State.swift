import SwiftSyntax
import SwiftSyntaxBuilder

extension DestinationExpansion {
  /// The source of the state enum, which contains the states of the features.
  var state: String {
    let stateCases = EnumMember.expand(cases) { enumCase in
      switch role(of: enumCase) {
      case .feature(let type, _): return payload(enumCase, "\(type).State")
      case .ephemeral(let type): return payload(enumCase, type)
      case .value: return enumCase.declaration
      }
    }
    // These are real properties and not dynamic members, because a key path to a real property is fast.
    let properties = EnumMember.expand(cases) { enumCase in
      """
      \(access)var \(enumCase.name): Cases.At_\(enumCase.bareName).Value? {
        get { Cases.At_\(enumCase.bareName)().extract(from: self) }
        set {
          CairnReducers._write(newValue, to: Cases.At_\(enumCase.bareName)(), of: &self)
        }
        _modify {
          var value: Cases.At_\(enumCase.bareName).Value? =
            Cases.At_\(enumCase.bareName)().extract(from: self)
          defer {
            CairnReducers._write(value, to: Cases.At_\(enumCase.bareName)(), of: &self)
          }
          yield &value
        }
      }
      """
    }
    var index = -1
    let identities = EnumMember.expand(cases) { enumCase in
      index += 1
      guard enumCase.parameters.count == 1 else {
        return "case .\(enumCase.name): CairnReducers._CaseIdentity(tag: \(index))"
      }
      return "case \(enumCase.pattern("let")): "
        + "CairnReducers._CaseIdentity(tag: \(index), payload: v0)"
    }
    let isEphemeral = EnumMember.isEphemeral("self", type: "Self", of: cases) ?? "false"
    let paths = CasePathableMacro.members(root: "State", access: access, of: stateMembers)
    return """
      \(access)enum State: CairnReducers.CaseReducerState, \
      CairnReducers.ObservableState\(conformances.state.map { ", \($0)" }.joined()) {
        \(access)typealias StateReducer = \(name)
        \(stateCases)
        \(properties)
        \(access)var _caseIdentity: CairnReducers._CaseIdentity {
          \(switchOver("self", identities))
        }
        \(access)var _isEphemeral: Bool {
          \(isEphemeral)
        }
        \(paths.joined(separator: "\n"))
      }
      """
  }

  /// The cases of the state enum, for its case paths.
  private var stateMembers: [EnumMember] {
    EnumMember.map(cases) { enumCase in
      guard case .feature(let type, _) = role(of: enumCase) else { return enumCase }
      return EnumCase(
        name: enumCase.name,
        parameters: [
          .init(label: enumCase.parameters[0].label, type: TypeSyntax("\(raw: type).State"))
        ],
        attributes: [])
    }
  }
}
