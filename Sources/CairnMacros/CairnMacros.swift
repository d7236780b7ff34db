import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct CairnMacros: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    CasePathableMacro.self,
    EntryMacro.self,
    ModelContainerMacro.self,
    ModelStateMacro.self,
    ObservableStateMacro.self,
    PresentsMacro.self,
    ReducerMacro.self,
    CaseMarkMacro.self,
    DependencyClientMacro.self,
    DependencyEndpointMacro.self,
    ViewActionMacro.self,
  ]
}
