import CairnScreens
import Foundation
import Testing

@Suite struct DeeplinkTests {
  private func link(_ text: String, matching scheme: String = "trains") throws -> Deeplink? {
    Deeplink(url: try #require(URL(string: text)), matching: scheme)
  }

  @Test func `Components have names and arguments`() throws {
    #expect(
      try link("trains://detail?id=0&wide/settings")
        == Deeplink(components: [
          DeeplinkComponent(name: "detail", arguments: ["id": .value("0"), "wide": .flag]),
          DeeplinkComponent(name: "settings"),
        ]))
    #expect(try link("trains://home")?.components == [DeeplinkComponent(name: "home")])
    #expect(try link("trains://")?.components == [])
  }

  @Test func `A URL without two slashes after the scheme isn't a deep link`() throws {
    #expect(try link("trains:home/settings") == nil)
    #expect(try link("trains:/home") == nil)
    #expect(DeeplinkComponent(url: try #require(URL(string: "trains:home"))) == nil)
  }

  @Test func `A component without a name is left out`() throws {
    #expect(try link("trains://?x=1")?.components == [])
    #expect(
      try link("trains://detail/?id=1")?.components == [DeeplinkComponent(name: "detail")])
    #expect(DeeplinkComponent(url: try #require(URL(string: "trains://?x=1"))) == nil)
  }

  @Test func `A URL with another scheme isn't a deep link`() throws {
    #expect(try link("planes://home") == nil)
    #expect(try link("home/settings") == nil)
    #expect(try link("TRAINS://home") != nil)
  }

  @Test func `An encoded slash stays in its value`() throws {
    #expect(
      try link("trains://detail?path=a%2Fb&q=1%262")?.components[0].arguments
        == ["path": .value("a/b"), "q": .value("1&2")])
    #expect(try link("trains://a%2Fb/c")?.components.map(\.name) == ["a/b", "c"])
  }

  @Test func `Values are decoded once`() throws {
    #expect(
      try link("trains://detail?q=%2541")?.components[0].arguments == ["q": .value("%41")])
  }

  @Test func `A repeated argument keeps its last value`() throws {
    #expect(
      try link("trains://detail?id=1&id=2")?.components[0].arguments == ["id": .value("2")])
    #expect(try link("trains://detail?id=1&id")?.components[0].arguments == ["id": .flag])
  }

  @Test func `An empty value is a value`() throws {
    #expect(try link("trains://detail?id=")?.components[0].arguments == ["id": .value("")])
    #expect(try link("trains://detail?")?.components[0].arguments == [:])
  }

  @Test func `The fragment isn't part of the link`() throws {
    #expect(try link("trains://home#top")?.components == [DeeplinkComponent(name: "home")])
  }

  @Test func `A component can be made from a URL`() throws {
    let url = try #require(URL(string: "trains://detail?id=0"))
    #expect(
      DeeplinkComponent(url: url)
        == DeeplinkComponent(name: "detail", arguments: ["id": .value("0")]))
  }
}

@Suite struct DeeplinkParserTests {
  private static func named(_ name: String, _ path: String...) -> DeeplinkParser {
    DeeplinkParser { link in
      link.components.first?.name == name ? path.map { AnyScreen(Stop($0)) } : nil
    }
  }

  private func link(_ name: String) -> Deeplink {
    Deeplink(components: [DeeplinkComponent(name: name)])
  }

  @Test func `The anyOf parser takes the first parser that matches`() {
    let parser = DeeplinkParser.anyOf(
      Self.named("a", "1"), Self.named("b", "2"), Self.named("b", "3"))
    #expect(parser.parse(link("a")) == .stops("1"))
    #expect(parser.parse(link("b")) == .stops("2"))
    #expect(parser.parse(link("c")) == nil)
    #expect(DeeplinkParser.anyOf().parse(link("a")) == nil)
  }

  @Test func `Prepending adds screens only on success`() {
    let parser = DeeplinkParser.prepending(path: .stops("home"), to: Self.named("a", "1", "2"))
    #expect(parser.parse(link("a")) == .stops("home", "1", "2"))
    #expect(parser.parse(link("b")) == nil)
  }

  @Test func `The empty parser matches nothing`() {
    #expect(DeeplinkParser.empty.parse(link("a")) == nil)
  }

  @Test func `The handler replaces the whole path or does nothing`() {
    let (navigator, source) = path("x", "y")
    let handler = DeeplinkHandler(navigator: navigator, parser: Self.named("a", "1", "2"))
    let before = source.path
    #expect(!handler.handle(deeplink: link("b")))
    #expect(source.path == before)
    #expect(handler.handle(deeplink: link("a")))
    #expect(source.path.current.names == ["1", "2"])
  }
}
