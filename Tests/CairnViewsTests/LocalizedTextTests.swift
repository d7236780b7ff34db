import Cairn
import Foundation
import IssueReportingTestSupport
import Testing

@testable import CairnViews

/// The literals of views, which are keys of a string catalog.
@Suite struct LocalizedTextTests {
  private let catalog: StringCatalog

  init() throws {
    let texts = [
      "Save": "Sichern", "Name": "Name (de)", "Required": "Erforderlich", "Rows": "Zeilen",
      "Hello, %@": "Hallo, %@", "Rows: %lld": "Zeilen: %lld",
    ]
    let strings = try texts.map { key, text in
      let value = try String(decoding: JSONEncoder().encode(text), as: UTF8.self)
      return #""\#(key)":{"localizations":{"de":{"stringUnit":{"value":\#(value)}}}}"#
    }
    catalog = try StringCatalog(
      #"{"sourceLanguage":"en","strings":{\#(strings.joined(separator: ","))}}"#.utf8)
  }

  private func german(_ view: () -> some View) -> String {
    withDependencies {
      $0.strings = catalog
      $0.locale = Locale(identifier: "de")
    } operation: {
      content(view())
    }
  }

  @Test func `Literals of views are keys`() {
    let name = "Save"
    let text = Box("")
    let html = german {
      VStack {
        Text("Hello, \(name)")
        Text("Rows: \(1234)")
        Button("Save") {}
        TextField("Name", text: text.binding, prompt: "Required")
        Toggle("Save", isOn: .constant(true))
        Section("Rows") { EmptyView() }
        NavigationLink("Save", href: "/")
        Button("Rows") {}.accessibilityLabel("Rows: \(2)")
        TextField("Name", text: text.binding).validationMessage("Required")
      }
    }
    for text in [
      ">Hallo, Save<", ">Zeilen: 1.234<", ">Sichern</button>", ">Name (de)</label>",
      #"placeholder="Erforderlich""#, "<h2>Zeilen</h2>", ">Sichern</a>",
      #"aria-label="Zeilen: 2""#, ">Erforderlich</p>",
    ] {
      #expect(html.contains(text), "\(text) in \(html)")
    }
    #expect(!html.contains(">Save<"))
  }

  @Test func `Literals next to implicit members are keys`() {
    let html = german {
      VStack {
        TextField("Name", value: .constant(1))
        TextField("Rows", value: .constant(1.5))
        Stepper("Rows", value: .constant(1))
        Stepper("Rows", value: .constant(1), in: 0...2)
        SecureField("Required", text: .constant(Secret("")))
        Button("Save", role: .destructive) {}
        Link("Name", destination: "/")
        NavigationLink("Name", href: "/")
        Label("Name", icon: "+")
        LabeledContent("Name", value: "1")
        FileField("Rows", limit: 5) { _ in }
        FileField("Rows", upTo: 2, types: ["text/csv"]) { _ in }
        ProgressView("Rows", value: 0.5)
        ContentUnavailableView("Name", description: "Required")
      }
      .backLink("Name", to: "/")
    }
    for text in ["Name (de)", "Zeilen", "Erforderlich", "Sichern"] {
      #expect(html.contains(text), "\(text) in \(html)")
    }
    for text in [">Name<", "Rows", ">Required<", ">Save<"] {
      #expect(!html.contains(text), "\(text) in \(html)")
    }
  }

  @Test func `Strings aren't keys`() {
    let save = "Save"
    let html = german {
      VStack {
        Text(save)
        Text(verbatim: "Rows")
        Text("Save".dropLast())
        Button(save) {}
        LabeledContent(save, value: "Rows")
        Button(LocalizedStringKey(verbatim: "Rows")) {}
      }
    }
    #expect(!html.contains("Sichern"))
    #expect(!html.contains("Zeilen"))
    #expect(html.contains(">Sav<"))
  }

  @Test func `A view can set the locale of its texts`() {
    let html = german {
      VStack {
        Greeting().environment(\.locale, Locale(identifier: "en"))
        Greeting()
      }
    }
    #expect(html.contains(">Save<"))
    #expect(html.contains(">1,234.5<"))
    #expect(html.contains(">Sichern<"))
    #expect(html.contains(">1.234,5<"))
  }

  private struct Greeting: View {
    var body: some View {
      Text("Save")
      Text(1234.5, format: .number)
    }
  }

  @Test func `A missing text is reported`() {
    withKnownIssue {
      let html = german { Text("Missing") }
      #expect(html.contains(">Missing<"))
    } matching: {
      $0.description.contains(#"no text for "Missing" in the language de"#)
    }
  }

  @Test func `Without a catalog, a text is its literal`() {
    let html = content(
      VStack {
        Text("Hello, \("Ada")")
        Text("\(1234)% of \(1.5)")
        Button("Save") {}
      })
    #expect(html.contains(">Hello, Ada<"))
    #expect(html.contains(">1234% of 1.5<"))
    #expect(html.contains(">Save</button>"))
  }

  @Test func `Dates have the locale and the time zone of the user`() throws {
    let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    let format = Date.FormatStyle(date: .numeric, time: .shortened)
    let html = withDependencies {
      $0.locale = Locale(identifier: "de")
      $0.timeZone = berlin
    } operation: {
      content(
        VStack {
          Text(Date(timeIntervalSince1970: 0), format: format)
          Text("Due on \(Date(timeIntervalSince1970: 0), format: format)")
          Text(["a", "b", "c"], format: .list(type: .and))
          Text(Int64(1_500_000), format: .byteCount(style: .file))
        })
    }
    #expect(html.contains(">1.1.1970, 1:00<"))
    #expect(html.contains(">Due on 1.1.1970, 1:00<"))
    #expect(html.contains(">a, b und c<"))
    #expect(html.contains("1,5\u{A0}MB") || html.contains("1,5 MB"))
  }

  @Test func `A dialog's text is looked up when it's shown`() throws {
    let state = TextState("Save")
    #expect(state == TextState(verbatim: "Save"))
    let text = withDependencies {
      $0.strings = catalog
      $0.locale = Locale(identifier: "de")
    } operation: {
      state.string
    }
    #expect(text == "Sichern")
    let decoded = try JSONDecoder().decode(TextState.self, from: JSONEncoder().encode(state))
    #expect(decoded == state)
    let verbatim = try JSONDecoder().decode(TextState.self, from: Data(#""Save""#.utf8))
    #expect(verbatim.string == "Save")
  }
}
