import Foundation
import Testing

@testable import CairnTexts

/// The literals in Swift sources that are keys of a string catalog.
@Suite struct SwiftSourcesTests {
  /// Returns the texts of the keys in files, in the order of the sources.
  private static func keys(_ sources: String...) throws -> [String] {
    try SwiftSources(files: sources.map { ("Shop.swift", $0) }).keys.map(\.text)
  }

  // MARK: Calls

  @Test func `Literals in the arguments of views are keys`() throws {
    let keys = try Self.keys(
      """
      struct ShopView: View {
        var body: some View {
          Section("Books") {
            if isOpen { ForEach(books) { book in Row { Text("Title") } } }
            TextField("Name", text: $name, prompt: "Ada")
            Image("cover", alt: "Cover")
            Label("Saved", icon: "star")
            LabeledContent("Price", value: "free")
            Button(
              "Buy", role: .cancel
            ) { log.info("bought") } label: { Text ("Buy now") }
          }
          .navigationTitle("Shop")
          .accessibilityLabel(Text(name == "me" ? "Own" : "Other"))
        }
      }
      """)
    #expect(
      keys == [
        "Books", "Title", "Name", "Ada", "Cover", "Saved", "Price", "Buy", "Buy now", "Shop", "Own",
        "Other",
      ])
  }

  @Test func `Verbatim texts and strings aren't keys`() throws {
    let keys = try Self.keys(
      """
      Text(verbatim: "A"); Text(name); Text("B" + name); Text("C".uppercased()); Text(name ?? "D")
      Text(LocalizedStringKey(verbatim: "E")); Text(isOn ? "F" : name); Text(names["G"])
      let a = "H"; print("I"); a == "J"; Text(String("K")); Text(#fileID); Text(["L"])
      """)
    #expect(keys == [])
  }

  @Test func `Both sides of a condition are keys`() throws {
    let keys = try Self.keys(
      """
      Text(isOn ? "On" : "Off"); Text((store.state?.isOn ?? false) ? ("A") : isB ? "B" : "C")
      validationMessage(isValid ? nil : "Not valid"); Text(x == "x"
        ? "D \\(y ? "E" : "F")"
        : "G")
      """)
    #expect(keys == ["On", "Off", "A", "B", "C", "Not valid", #"D \(y ? "E" : "F")"#, "G"])
  }

  @Test func `Texts of dialogs and localized strings are keys`() throws {
    let keys = try Self.keys(
      """
      extension AlertState<Action> {
        static let deletion = AlertState {
          TextState("Delete?")
        } actions: {
          ButtonState(role: .cancel) { "Keep" }
          ButtonState(action: .confirmed("id")) { TextState(count == 1 ? "One" : "All") }
        } message: {
          "It's \\(String(localized: "urgent")) to know."
        }
      }
      let a = "as" as LocalizedStringKey
      """)
    #expect(
      keys == [
        "Delete?", "Keep", "One", "All", #"It's \(String(localized: "urgent")) to know."#, "urgent",
        "as",
      ])
  }

  // MARK: Forms of literals

  @Test func `Raw, escaped, and multiline literals have the text of their key`() throws {
    let keys = try Self.keys(
      ##"""
      Text(#"A "quoted" \n \#(name)"#); Text("\u{42}\t\"\\"); Text(#"""#)
        Text("""
          First \
          line
            \(books.count) "books"

          Last
          """)
      Text("a \(format("b", [c: "("])) d")
      """##)
    #expect(
      keys == [
        #"A \"quoted\" \n \(name)"#, "B\t\\\"\\", "\\\"",
        #"First line\n  \(books.count) \"books\"\n\nLast"#,
        #"a \(format("b", [c: "("])) d"#,
      ])
  }

  @Test func `Comments and regular expressions contain no keys`() throws {
    let keys = try Self.keys(
      """
      // Text("A")
      /* Text("B") /* Text("C") */ Text("D") */
      let a = /Text\\("E"\\) [)"]/; let b = #/Text("F")/#; let c = d / e; Text("G"); f / g
      items.reduce(1, /); let h = #/
        Text("H")
      /#
      Text("I")  // "J"
      """)
    #expect(keys == ["G", "I"])
  }

  @Test func `A comment excludes the literals of a line`() throws {
    let keys = try Self.keys(
      """
      Text("A")  // verbatim: A is a paper size.
      // verbatim
      Text("B"); Text("C")
      Text("D")  // verbatimly
      """)
    #expect(keys == ["D"])
  }

  // MARK: Declarations of the application

  @Test func `Literals are keys in the functions, types, and cases of the application`() throws {
    let keys = try Self.keys(
      """
      func row(_ title: LocalizedStringKey, _ icon: String, hint: LocalizedStringKey? = "Default") {}
      public struct Card<Content: View>: View {
        let title: LocalizedStringKey
        @ViewBuilder let content: Content
      }
      extension Shop.Badge { init?<T>(_ id: Int, label title: TextState) where T: Equatable {} }
      enum Action { case failed(LocalizedStringKey), renamed(name: String), noted(_ text: TextState) }
      """,
      """
      row("A", "star", hint: "B"); Card(title: "C") { }; Badge(1, label: "D"); send(.failed("E"))
      send(.renamed(name: "F")); send(.noted("G")); Card.init(title: isOn ? "H" : other)
      """)
    #expect(keys == ["Default", "A", "B", "C", "D", "E", "G", "H"])
  }

  @Test func `A name that's also declared with a string isn't localized`() throws {
    let keys = try Self.keys(
      """
      func row(_ title: LocalizedStringKey) {}
      struct Other { func row(_ title: String) {} }
      struct State { var message: LocalizedStringKey?; var note = "" }
      struct Log { var message: String; var note: LocalizedStringKey? }
      """,
      #"row("A"); state.message = "B"; State(message: "C"); Log(message: "D"); state.note = "E""#)
    #expect(keys == ["C"])
  }

  @Test func `Own types and functions replace the framework's`() throws {
    let keys = try Self.keys(
      """
      extension Button { init(_ title: String, icon: String) {} }
      struct Label { init(_ name: String) {} }
      extension View { func tab(_ name: String) -> some View { self } }
      """,
      #"Button("A"); Label("B"); tab("C"); Text("D")"#)
    #expect(keys == ["A", "D"])
  }

  @Test func `Values of properties are keys`() throws {
    let keys = try Self.keys(
      """
      struct State {
        var title: LocalizedStringKey = "A"
        @Presents var alert: String = "B"
        var message: LocalizedStringKey?
        let days: [LocalizedStringKey] = ["C", isOn ? "D" : "E", day("F")]
      }
      state.message = problem(of: "G") ?? (isOn ? "H" : nil)
      state.message = "I"
      let message = "J"
      let last: TextState? = isOn
        ? "K"
        : nil
      if state.message == "L" {}
      """)
    #expect(keys == ["A", "C", "D", "E", "H", "I", "K"])
  }

  @Test func `Results of functions and properties are keys`() throws {
    let keys = try Self.keys(
      """
      extension State {
        var message: LocalizedStringKey? {
          guard let status, status != "A" else { return nil }
          if isOpen, names.contains(where: { $0 == "B" }) { return "C" }
          let name = names.map { "D" }.first ?? "E"
          log("F")
          return switch status {
          case "G": "H"
          case "I",
            "J":
            "K \\(name)"
          default: isOn ? "L" : "M"
          }
        }
        func problem<T>(of text: T) async throws(Failure) -> LocalizedStringKey? where T: View {
          text.with { text in
            if text.isEmpty { return "N" }
            return isCommon(text) ? "O" : nil
          }
        }
        static var title: TextState { get throws { "P" } }
        var name: String { "Q" }
      }
      """)
    #expect(keys == ["C", "H", #"K \(name)"#, "L", "M", "N", "O", "P"])
  }

  // MARK: Files

  @Test(arguments: [
    ("let a = 1\nText(\"Hello)\nlet b = \"\"", 2, "The string literal isn't closed."),
    ("\nText(\"\"\"\n  Hello\n", 2, "The string literal isn't closed."),
    ("Text(\"a \\(b\n", 1, "The interpolation isn't closed."),
    ("\n\n/* /* */ Text()", 3, "The comment isn't closed."),
    ("let a = #/\nb", 1, "The regular expression isn't closed."),
    ("struct A {\n  func b() {\n}", 1, "'{' isn't closed."),
    ("a(b]", 1, "']' has no opening bracket."), ("\n}", 2, "'}' has no opening bracket."),
  ])
  func `A syntax error has a file and a line`(source: String, line: Int, reason: String) {
    let error = #expect(throws: SwiftSourceError.self) {
      try SwiftSources(files: [("Sources/Shop.swift", source)])
    }
    #expect(error?.description == "Sources/Shop.swift:\(line): \(reason)")
  }

  @Test func `Files are read by path, and hidden folders are skipped`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (path, source) in [
      ("B.swift", "import Cairn\n\nlet a = Text(\"One\\n\\(two)\")"),
      ("A/A.swift", "Text(\"A\")\nText(\"B\")"), (".build/C.swift", "Text(\""),
      ("A/Notes.txt", "Text(\""),
    ] {
      let url = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(source.utf8).write(to: url)
    }
    for path in [folder.path, folder.path + "/"] {
      let found = try SwiftSources(below: [path]).keys.map(\.description)
      #expect(
        found == [
          "\(folder.path)/A/A.swift:1: \"A\"", "\(folder.path)/A/A.swift:2: \"B\"",
          #"\#(folder.path)/B.swift:3: "One\n\(two)""#,
        ])
    }
    let file = try SwiftSources(below: ["\(folder.path)/A/A.swift"])
    #expect(file.keys.map(\.line) == [1, 2])
  }

  @Test func `Sources that can't be read are named`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    func message(_ path: String) -> String? {
      #expect(throws: SwiftSourceError.self) { try SwiftSources(below: [path]) }?.description
    }
    #expect(message("/none/Shop") == "/none/Shop: The file or folder doesn't exist.")
    #expect(message(folder.path) == "\(folder.path): The folder contains no Swift files.")
    try Data([0x22, 0xFF, 0x22]).write(to: folder.appending(path: "Shop.swift"))
    let start = "\(folder.path)/Shop.swift: The file can't be read: "
    #expect(message(folder.path)?.hasPrefix(start) == true)
  }

  // MARK: The framework

  @Test func `The names of the framework are the ones in its declarations`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
      .standardizedFileURL
    var declared = LocalizedNames()
    for module in ["CairnFeatures", "CairnScreens", "CairnTexts", "CairnViews"] {
      let folder = root.appending(path: "Sources/\(module)")
      for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      where path.hasSuffix(".swift") {
        let source = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
        for tokens in try SwiftLexer(source, file: path).sequences {
          declared.formUnion(SwiftDeclarations(tokens).keys)
        }
      }
    }
    // Stored properties aren't arguments of public initializers.
    var parameters = declared.parameters.filter { parameter in
      guard case .label(let label) = parameter.position else { return true }
      return !declared.properties.contains(label)
    }
    // Its parameter is a string, but a literal is a key.
    parameters.insert(.init(name: "LocalizedStringKey", position: .index(0)))
    let expected = LocalizedNames.framework.parameters
    #expect(parameters.subtracting(expected) == [])
    #expect(expected.subtracting(parameters) == [])
  }
}
