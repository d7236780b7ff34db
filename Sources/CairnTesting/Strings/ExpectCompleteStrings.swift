public import CairnServer
import IssueReporting

/// Reports an issue with the texts that the string catalog of an application lacks in one of its languages, with the
/// literals in its sources that have no key, and with the keys that its sources don't contain.
///
/// ```swift
/// @Test func `All texts are translated`() {
///   expectCompleteStrings(of: Shop.self, sources: ["Sources/Shop"])
/// }
/// ```
/// - Parameters:
///   - application: The type of the application.
///   - sources: Folders with Swift sources. Without folders, literals without a key and unused keys aren't reported. A
///     relative path begins in the working directory.
public func expectCompleteStrings<Application: App>(
  of application: Application.Type, sources: [String] = [], fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
  let message: String?
  do {
    let sources = try sources.isEmpty ? nil : SwiftSources(below: sources)
    let mount = Mount("/", application)
    var findings = try mount.stringFindings(in: sources)
    if let sources { findings += [mount].literalFindings(in: sources) }
    message =
      findings.isEmpty
      ? nil
      : """
      The string catalog of \(application) lacks texts, or has keys that aren't used.

      \(findings.joined(separator: "\n"))
      """
  } catch {
    message = "The texts of \(application) can't be read: \(error)"
  }
  if let message {
    reportIssue(message, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
