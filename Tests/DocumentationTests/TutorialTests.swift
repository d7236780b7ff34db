import Foundation
import TestCompiler
import Testing

/// The tutorial's code produces the files in `Tests/Tutorial` after each step, and the files compile.
@Suite struct TutorialTests {
  @Test func `Each step produces the files of its folder`() throws {
    let steps = try Tutorial.steps(of: Page(Tutorial.path).text)
    #expect(steps.count == 7)
    for (step, files) in steps.enumerated() {
      let folder = Tutorial.folder(step: step + 1)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(files.keys.map { Tutorial.name(of: $0) }.sorted() == names.sorted())
      for (path, text) in files {
        let name = Tutorial.name(of: path)
        let expected = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        #expect(text == expected, "\(name) after step \(step + 1)")
      }
    }
  }

  /// The tests import the program's module, which is created without object code.
  @Test(.enabled(if: Compiler.isAvailable), arguments: 1...7)
  func `The program and the tests of each step compile without warnings`(step: Int) async throws {
    let folder = Tutorial.folder(step: step)
    let modules = FileManager.default.temporaryDirectory.appending(path: "tutorial-\(UUID())")
    try FileManager.default.createDirectory(at: modules, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: modules) }
    let program = try await Compiler.run(
      [folder.appending(path: "FirstApp.swift")],
      [
        "-emit-module", "-emit-module-path", modules.appending(path: "FirstApp.swiftmodule").path,
        "-module-name", "FirstApp", "-enable-testing", "-whole-module-optimization",
      ])
    #expect(program.isEmpty, "\(program)")
    let tests = folder.appending(path: "FirstAppTests.swift")
    guard FileManager.default.fileExists(atPath: tests.path) else { return }
    let output = try await Compiler.run([tests], ["-typecheck", "-I", modules.path])
    #expect(output.isEmpty, "\(output)")
  }

  @Test func `Quoted sentences are those that the program shows`() throws {
    let article = try Page(Tutorial.path).text
    let paths = try ["CairnServer", "CairnTexts"].flatMap { name in
      let folder = Page.url("Sources/\(name)")
      return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".swift") }.map { folder.appending(path: $0) }
    }
    let program = Tutorial.folder(step: 7).appending(path: "FirstApp.swift")
    let code = try ([program] + paths).map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    let quotations = article.matches(of: /“([^”]*\.)”/).map { $0.1.replacing(/\s+/, with: " ") }
    #expect(quotations.count == 2)
    let unknown = quotations.filter { !code.contains("\"\($0)\"") }
    #expect(unknown.isEmpty)
    // The line that the program prints when it starts.
    let lines = article.matches(of: /(?m)^Serving BirdApp at http:\S+$/).map { String($0.0) }
    #expect(lines == ["Serving BirdApp at http://127.0.0.1:8080"])
    let announcements = code.matches(of: /"Serving [^"]*"/).map { String($0.0) }
    #expect(announcements == [#""Serving \(Application.self) at \($0)""#])
  }

  @Test func `Instructions change the files as a reader would`() throws {
    let article = """
      ## Step 1: One

      ```sh
      mkdir -p first-app/Sources/A
      ```

      Create `Sources/A/A.swift`:

      ```swift
      import A
      import B

      @Reducer
      struct A {
        var a = 1

        var b = 2
      }

      struct C {}
      ```

      ## Step 2: Two

      Some text. Add them below
      `A`:

      ```swift
      extension A {}

      struct B {}
      ```

      Replace `B` and `C`:

      ```swift
      enum B {}

      struct D {}
      ```

      Some text. In `A.swift`, replace the imports:

      ```swift
      import C
      ```

      Add it below the imports:

      ```swift
      struct E {}
      ```
      """
    let steps = try Tutorial.steps(of: article)
    #expect(steps.count == 2)
    let expected = """
      import C

      struct E {}

      @Reducer
      struct A {
        var a = 1

        var b = 2
      }

      extension A {}

      enum B {}

      struct D {}

      """
    #expect(steps.last == ["Sources/A/A.swift": expected])
  }

  @Test(arguments: [
    ("Create `A.swift`:", "already exists"),
    ("Create `B/B.swift`:", "no folder"),
    ("Replace the contents of `B.swift`:", "doesn't exist"),
    ("Replace `B`:", "exactly one"),
    ("Replace `A` and `C`:", "next to each other"),
    ("Add it below `B`:", "exactly one"),
    ("This is `A`.", "no instruction"),
  ])
  func `An instruction that a reader can't follow is an error`(
    instruction: String, problem: String
  ) {
    let article = """
      ## Step 1: One

      Create `A.swift`:

      ```swift
      struct A {}

      struct X {}

      struct C {}
      ```

      \(instruction)

      ```swift
      struct Y {}
      ```
      """
    let error = #expect(throws: Tutorial.Problem.self) { try Tutorial.steps(of: article) }
    #expect(error?.description.contains(problem) == true, "\(error?.description ?? "")")
  }
}
