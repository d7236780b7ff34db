import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct CairnMacros: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    CasePathableMacro.self,
    EntryMacro.self,
    ObservableStateMacro.self,
    PresentsMacro.self,
    ReducerMacro.self,
    ReducerCaseMacro.self,
    ViewActionMacro.self,
  ]
}
