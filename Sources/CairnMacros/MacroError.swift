import SwiftDiagnostics
import SwiftSyntax

/// The message of an error in the use of a macro.
private struct MacroErrorMessage: DiagnosticMessage {
  let message: String
  let diagnosticID = MessageID(domain: "CairnMacros", id: "use")
  let severity = DiagnosticSeverity.error
}

extension DiagnosticsError {
  /// Creates an error in the use of a macro, which the compiler shows at a node of the source.
  ///
  /// Other thrown errors are shown at the macro's attribute, which can be several lines above the mistake.
  init(_ message: String, at node: some SyntaxProtocol) {
    self.init(diagnostics: [Diagnostic(node: node, message: MacroErrorMessage(message: message))])
  }
}

extension DeclSyntaxProtocol {
  /// The keyword of a type or a property. Errors about the whole declaration are shown there, because the declaration
  /// begins with its attributes.
  var keyword: Syntax {
    if let variable = self.as(VariableDeclSyntax.self) { return Syntax(variable.bindingSpecifier) }
    if let type = self.asProtocol((any DeclGroupSyntax).self) { return Syntax(type.introducer) }
    return Syntax(self)
  }
}
