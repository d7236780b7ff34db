extension DestinationExpansion {
  /// The reducer of all cases.
  var body: String {
    // Not a switch: the actions may be such that no value can be made of them, as of `Never`, and of an
    // enum that has no others the compiler refuses every one.
    let reductions = EnumMember.expand(cases) { enumCase in
      switch role(of: enumCase) {
      case .feature(_, let reducer):
        return """
          if case .\(enumCase.name)(let action) = action {
          return CairnReducers._reduceCase(
            State.Cases.At_\(enumCase.bareName)(), Action.Cases.At_\(enumCase.bareName)(),
            of: &state, action, with: \(reducer)
          )
          }
          """
      case .ephemeral:
        return """
          if case .\(enumCase.name) = action {
          return CairnReducers._checkCase(State.Cases.At_\(enumCase.bareName)(), of: state, action)
          }
          """
      case .value: return ""
      }
    }
    let visits = EnumMember.expand(cases) { enumCase in
      guard case .feature(_, let reducer) = role(of: enumCase) else {
        return "case .\(enumCase.name): break"
      }
      return """
        case \(enumCase.pattern("let")):
          CairnReducers._visitCase(v0, of: \(reducer), with: &visitor)
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
        \(reductions)
        return .none
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
      guard case .feature(_, let reducer) = role(of: enumCase) else { return "" }
      return "_ = \(reducer)"
    }
    return "private static var _features: some Any {\n\(features)\nreturn ()\n}"
  }
}
