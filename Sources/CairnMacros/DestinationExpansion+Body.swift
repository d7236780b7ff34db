extension DestinationExpansion {
  /// The source of the reducer for all cases.
  var body: String {
    // This isn't a `switch`, because the compiler rejects every `switch` over an enum that can't have values. The
    // action enum is an example if its only payloads are types such as `Never`.
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
          CairnReducers._visitCase(
            v0, Action.Cases.At_\(enumCase.bareName)(), of: \(reducer), with: &visitor)
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

  /// The source of code that creates each feature, and that never runs.
  ///
  /// The compiler is slow to check functions that a macro writes. If a feature can't be created without arguments,
  /// it crashes. The opaque type makes it check this code immediately and report an error.
  private var features: String {
    let features = EnumMember.expand(cases) { enumCase in
      guard case .feature(_, let reducer) = role(of: enumCase) else { return "" }
      return "_ = \(reducer)"
    }
    return "private static var _features: some Any {\n\(features)\nreturn ()\n}"
  }
}
