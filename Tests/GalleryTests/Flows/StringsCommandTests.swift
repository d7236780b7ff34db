import ArgumentParser
import Cairn
import CairnServer
import Testing

@testable import Gallery

/// The command that lists missing and unused texts.
@Suite struct StringsCommandTests {
  private struct Incomplete: App {
    static var languages: [Language] { [.english, .german] }

    static var strings: StringCatalog? {
      get throws { try StringCatalog(#"{"sourceLanguage":"en","strings":{"Note":{}}}"#.utf8) }
    }

    var body: some Scene { WindowGroup { Text("Note") } }
  }

  @Test func `The command accepts the catalogs of the samples`() throws {
    let command = try #require(try GalleryCommand.parseAsRoot(["strings"]) as? StringsCommand)
    #expect(throws: Never.self) { try command.run() }
  }

  @Test func `A missing translation results in the exit code 1`() throws {
    let options = try StringsOptions.parse([])
    let code = #expect(throws: ExitCode.self) {
      try options.check([Mount("/", Incomplete.self)])
    }
    #expect(code == .failure)
  }
}
