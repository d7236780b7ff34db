import Cairn
import CairnHTTP
import CairnPublic
import CairnTesting
import Foundation
import Testing
import Ways

@testable import CairnServer

/// The properties that a theme adds to the style sheet.
@Suite(.withoutScript(.process)) struct ThemeTests {
  @Test func `Cairn's own theme adds nothing`() {
    #expect(Theme().styleSheet == "")
    #expect(ServerSettings().packageFiles == CairnPublic.files)
  }

  @Test func `Each part of a theme sets properties`() {
    var theme = Theme()
    theme.accent = .oklch(lightness: 0.5, chroma: 0.1, hue: 264)
    theme.darkAccent = .rgb(red: 1, green: 0, blue: 0.5)
    #expect(
      theme.styleSheet == """
        :root{--accent:oklch(0.5 0.1 264.0)}@media screen and \
        (prefers-color-scheme:dark){:root{--accent:rgb(255.0 0.0 127.5)}}
        """)
    theme = Theme()
    theme.neutralHue = -100
    theme.radius = .small
    theme.font = .serif
    #expect(
      theme.styleSheet.hasPrefix(
        ":root{--hue:260.0;--radius-1:0.25rem;--radius-2:0.3438rem;--radius-3:0.5rem;"))
    #expect(theme.styleSheet.contains(";--font:ui-serif,"))
    theme = Theme()
    theme.density = .compact
    #expect(theme.styleSheet.contains("--space-4:0.75rem"))
    // On touch screens, controls keep their size.
    #expect(theme.styleSheet.contains("@media (pointer:fine){:root{--row:2.5rem;--target:2rem;"))
  }

  /// A property without a use would have no effect.
  @Test(arguments: [Theme.quiet, .dense, .playful])
  func `The style sheet uses each property of a theme`(_ theme: Theme) {
    let names = theme.styleSheet.matches(of: /--[a-z0-9-]+(?=:)/).map(\.output)
    #expect(names.count > 5)
    for name in names { #expect(CairnPublic.styleSheet.contains("var(\(name)"), "\(name)") }
  }

  @Test func `The factors of a theme refer to the style sheet's own values`() {
    for (name, lengths) in [
      ("radius", [0.5, 0.6875, 1, 1.375]), ("space", [0.25, 0.5, 0.75, 1, 1.5, 2, 3]),
    ] {
      for (index, length) in lengths.enumerated() {
        let text = length == length.rounded() ? "\(Int(length))" : "\(length)"
        #expect(CairnPublic.styleSheet.contains("--\(name)-\(index + 1): \(text)rem;"))
      }
    }
    #expect(CairnPublic.styleSheet.contains("--hue: \(Int(Theme().neutralHue));"))
  }

  @Test(arguments: [
    (Double.nan, "0.0"), (.infinity, "0.0"), (-1, "0.0"), (2, "1.0"), (0.33333333, "0.3333"),
    (1e-9, "0.0"), (0.0001, "0.0001"),
  ])
  func `Numbers are limited and have no exponent`(_ number: Double, _ text: String) {
    #expect(Theme.number(number, in: 0...1) == text)
  }

  @Test(
    arguments: [
      (0, "0.0"), (-10, "350.0"), (725, "5.0"), (.nan, "0.0"), (.infinity, "0.0"),
    ] as [(Double, String)])
  func `A hue is an angle`(_ degrees: Double, _ text: String) {
    #expect(Theme.hue(degrees) == text)
  }

  @Test func `The name of a font is a string`() {
    var theme = Theme()
    theme.font = .named(["Inter", "a\"};\\b\n"])
    #expect(
      theme.styleSheet
        == #":root{--font:"Inter","a\"};\\b\a ",system-ui,sans-serif}"#)
  }

  @Test func `The server adds the theme to its style sheet`() async throws {
    let plain = try await style(ServerSettings())
    var settings = ServerSettings()
    settings.theme = .playful
    let themed = try await style(settings)
    #expect(themed.text == plain.text + Theme.playful.styleSheet)
    #expect(themed.url != plain.url)
  }

  @Test func `Only a server that records scenes has the style of a recorder`() async throws {
    var settings = ServerSettings()
    let plain = try await style(settings)
    settings.recordsScenes = true
    let recording = try await style(settings)
    let rules = String(decoding: CairnPublic.recorderStyle, as: UTF8.self)
    #expect(rules.contains(".recorder{"))
    #expect(!plain.text.contains(".recorder{"))
    #expect(recording.text == plain.text + rules)
  }

  @Test func `A page has a style sheet for printing after the other one`() async throws {
    let server = try Server(settings: ServerSettings()) { Mount("/", SampleApp.self) }
    let transport = InProcessTransport(server)
    let browser = Browser(transport)
    try await browser.open("/")
    let links = try #require(browser.document?.all("link")).filter { $0["rel"] == "stylesheet" }
    #expect(links.map { $0["media"] } == [nil, "print"])
    let url = try #require(links.last?["href"])
    let response = try await transport.send(BrowserRequest(target: url))
    #expect(response.status == 200)
    #expect(response.body == CairnPublic.files["print.css"])
  }

  @Test func `An application's own style sheet has no theme`() async throws {
    let folder = try PublicFolder(["cairn.css": "a { color: red }"])
    var settings = ServerSettings()
    settings.theme = .playful
    settings.publicDirectories = [folder.path]
    #expect(try await style(settings).text == "a { color: red }")
  }

  /// Returns the style sheet that a page of a server refers to.
  private func style(_ settings: ServerSettings) async throws -> (url: String, text: String) {
    let server = try Server(settings: settings) { Mount("/", SampleApp.self) }
    let transport = InProcessTransport(server)
    let browser = Browser(transport)
    try await browser.open("/")
    let link = try #require(browser.document?.all("link").first { $0["rel"] == "stylesheet" })
    let url = try #require(link["href"])
    let response = try await transport.send(BrowserRequest(target: url))
    return (url, String(decoding: response.body, as: UTF8.self))
  }
}
