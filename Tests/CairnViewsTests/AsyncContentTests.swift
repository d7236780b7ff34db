import CairnTexts
import Foundation
import Testing

@testable import CairnViews

/// Values that effects load, and the views that wait for them.
@Suite struct AsyncContentTests {
  private typealias Names = Loadable<[String]>

  private func view(_ names: Box<Names>, retries: Box<Int> = Box(0)) -> some View {
    AsyncContent(names.value) { names in
      Text(names.joined(separator: ", "))
    } placeholder: {
      Text("Example")
    } retry: {
      retries.value += 1
    }
  }

  // MARK: Loadable

  @Test func `A value is loaded once at a time`() {
    var names = Names.idle
    let began = names.beginLoading()
    let beganAgain = names.beginLoading()
    #expect(began && !beganAgain && names.isLoading && names.value == nil)
    names.finishLoading(["Ada"])
    #expect(names == .loaded(["Ada"]) && names.value == ["Ada"] && !names.isLoading)
    let reloading = names.beginLoading()
    #expect(reloading && names.isLoading)
    names.failLoading("No connection.")
    #expect(names == .failed("No connection."))
    let retrying = names.beginLoading()
    #expect(retrying && names.isLoading)
  }

  @Test func `A result after a reset is ignored`() {
    var names = Names.idle
    names.beginLoading()
    names.reset()
    names.finishLoading(["Ada"])
    #expect(names == .idle)
    names.failLoading("No connection.")
    #expect(names == .idle)
  }

  @Test(
    arguments: [.idle, .loaded(["Ada"]), .failed("No connection."), .interrupted] as [Names])
  private func `A value is stored`(names: Names) throws {
    let data = try JSONEncoder().encode(names)
    let stored = try JSONDecoder().decode(Names.self, from: data)
    #expect(stored == names)
  }

  @Test func `A value that's being loaded is stored as an interrupted one`() throws {
    let data = try JSONEncoder().encode(Names.loading)
    let stored = try JSONDecoder().decode(Names.self, from: data)
    #expect(stored == .interrupted)
    let again = try JSONEncoder().encode(stored)
    #expect(again == data)
  }

  // MARK: AsyncContent

  @Test func `The placeholder is redacted, and busy only while the value is being loaded`() {
    let names = Box(Names.idle)
    let redacted = "<div class=\"vstack redacted\" inert><p class=\"text\">Example</p></div>"
    #expect(content(view(names)) == redacted)
    names.value.beginLoading()
    let html = content(view(names))
    #expect(html.hasPrefix("<div class=\"vstack\" aria-busy=\"true\">\(redacted)"))
    #expect(html.contains("<progress aria-label=\"Loading\"></progress>"))
    names.value.finishLoading(["Ada", "Grace"])
    #expect(content(view(names)) == "<p class=\"text\">Ada, Grace</p>")
  }

  @Test(arguments: [.failed("No connection."), .failed(""), .interrupted] as [Names])
  private func `A value that isn't loaded has a message and a button`(names: Names) throws {
    let retries = Box(0)
    let view = view(Box(names), retries: retries)
    let message =
      switch names {
      case .failed("No connection."): "No connection."
      case .failed: SystemText.contentUnavailable.string(in: .english)
      default: SystemText.loadingInterrupted.string(in: .english)
      }
    #expect(content(view).contains("role=\"alert\">\(message)</p>"))
    try tap("Try again", in: view)
    #expect(retries.value == 1)
  }

  @Test func `A view without a placeholder has an indicator`() {
    let view = AsyncContent(Names.loading) {
      Text($0.joined())
    } retry: {
    }
    #expect(content(view).contains("aria-busy=\"true\"") && content(view).contains("<progress"))
  }
}
