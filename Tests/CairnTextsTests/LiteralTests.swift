import Foundation
import Testing

/// Users see only texts from the table. The recorder's controls and messages for developers aren't in it.
@Suite struct LiteralTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  /// The folders with code that writes pages.
  private static let folders =
    ["Cairn", "CairnApplications", "CairnChrome", "CairnStores", "CairnViews"]
    + ["Flow", "Forms", "Live", "Pages", "Scenes", "Snapshots", "Submissions"]
    .map { "CairnServer/\($0)" }

  /// Returns the lines of the source files below a folder that match, with their paths.
  private static func lines(
    below folder: String, ofType type: String,
    _ matches: (_ line: Substring, _ previous: Substring) -> Bool
  ) throws -> [String] {
    let url = root.appending(path: folder)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: url.path)
      .filter { $0.hasSuffix(type) && !$0.contains("Hints/") }
    try #require(!paths.isEmpty)
    return try paths.sorted().flatMap { path in
      let text = try String(contentsOf: url.appending(path: path), encoding: .utf8)
      let code = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
      return zip(code, [""] + code).filter { matches($0, $1) }.map { "\(folder)/\(path): \($0.0)" }
    }
  }

  /// The functions and markup through which a text reaches users, followed by a literal.
  private static func reachesUsers(_ line: Substring) -> Bool {
    line.contains(
      #/(write\((text|attribute):|refused\(|verbatim\(|Button\(|Text\(|HTMLText\.append\() ?"[A-Za-z“]/#
    )
      || line.contains(#/(aria-label|alt|placeholder|title)=\\?"[A-Za-z“]/#)
      || line.contains(#/>[A-Z][A-Za-z .!?]*</#)
  }

  /// A literal with several words, except in logs and messages for developers.
  private static func isSentence(_ line: Substring, after previous: Substring) -> Bool {
    guard line.contains(#/"[A-Z“][^"]* [^"]*[.?!]"|"[A-Z“][a-z']+ [a-z][^"]*/#) else {
      return false
    }
    let isForDevelopers =
      #/logger\.|log\.log\(|precondition|debugDescription|reportIssue|@available|metadata: |(subject|cure) = /#
    return !line.contains(isForDevelopers) && !previous.contains(isForDevelopers)
  }

  @Test(arguments: Self.folders) func `The source has no literals for users`(folder: String) throws
  {
    let found = try Self.lines(below: "Sources/\(folder)", ofType: ".swift") {
      Self.reachesUsers($0) || Self.isSentence($0, after: $1)
    }
    #expect(found == [])
  }

  @Test func `The templates have no texts for users`() throws {
    let found = try Self.lines(below: "Templates", ofType: ".mustache") { line, _ in
      line.contains(#/>[^<{]*[A-Za-z][^<{]*<|(aria-label|alt|placeholder)="[A-Za-z]/#)
    }
    #expect(found == [])
  }

  @Test func `A literal is found`() {
    #expect(Self.reachesUsers(#"    write(text: "Back")"#))
    #expect(Self.reachesUsers(#"    write(" aria-label=\"Close\"></button>")"#))
    #expect(Self.reachesUsers(#"    write(">Update</button>")"#))
    #expect(Self.isSentence(#"  notice = "Nothing was changed.""#, after: ""))
    #expect(Self.isSentence(#"  "Go back and "#, after: ""))
    #expect(!Self.isSentence(#"  logger.error("The store failed.")"#, after: ""))
    #expect(!Self.isSentence(#"  "The store failed.""#, after: "  logger.error("))
  }
}
