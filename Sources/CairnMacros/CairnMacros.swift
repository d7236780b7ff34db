import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct CairnMacros: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    CasePathableMacro.self,
    ObservableStateMacro.self,
    PresentsMacro.self,
    ReducerMacro.self,
    ReducerCaseMacro.self,
    ViewActionMacro.self,
  ]
}
