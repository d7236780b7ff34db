import Foundation
import Testing

/// The amount of code that is exempt from the compiler's checks for data races and types.
@Suite struct UncheckedCodeTests {
  /// The maximum for each 10,000 lines, rounded up.
  private static let limit = 4

  @Test func `Comments don't count`() {
    let code = """
      /// `@unchecked Sendable`: the lock.
      final class A: @unchecked Sendable {  // Not `unsafeBitCast`.
        nonisolated(unsafe) private var b = unsafeBitCast(1, to: UInt.self)
      }
      extension A: @unchecked
        Sendable {}
      """
    #expect(Self.constructs(in: code) == 4)
    #expect(Self.constructs(in: "// nonisolated(unsafe)\nfinal class A: Sendable {}") == 0)
    #expect(Self.allowed(lines: 10_000) == 4)
    #expect(Self.allowed(lines: 10_001) == 5)
    #expect(Self.allowed(lines: 2_500) == 1)
  }

  /// Checks a module together with the modules that exist only for it.
  @Test(arguments: [
    ["CairnReducers"],
    ["CairnServer", "CairnApplications", "CairnChrome", "CairnRecorder", "CairnSecurity"],
    ["CairnViews"],
  ])
  func `Few constructs are unchecked`(in modules: [String]) throws {
    var lines = 0
    var counts: [String: Int] = [:]
    for module in modules {
      let folder = Page.url("Sources/\(module)")
      let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".swift") }
      for path in paths {
        let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
        lines += text.count { $0 == "\n" }
        let count = Self.constructs(in: text)
        if count > 0 { counts["\(module)/\(path)"] = count }
      }
    }
    let sum = counts.values.reduce(0, +)
    print("\(modules[0]): \(sum) unchecked or unsafe constructs in \(lines) lines.")
    #expect(lines > 5_000)
    #expect(
      sum <= Self.allowed(lines: lines),
      "\(counts.map { "\($0.value) in \($0.key)" }.sorted())")
  }

  private static func constructs(in text: String) -> Int {
    let code = text.replacing(/\/\/.*/, with: "")
    return code.matches(of: /@unchecked\s+Sendable|nonisolated\(unsafe\)|unsafeBitCast/).count
  }

  private static func allowed(lines: Int) -> Int {
    (lines * limit + 9_999) / 10_000
  }
}
