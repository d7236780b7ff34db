import CairnTexts
import Testing

@testable import CairnViews

@Suite struct BreadcrumbsTests {
  let path = Box<[Int]>([])

  var view: some View {
    NavigationStack(path: path.binding) {
      Text("root").navigationTitle("Root")
    } destination: { number in
      Text("screen \(number)").navigationTitle("Screen \(number)")
    }
    .breadcrumbs()
  }

  private func navigation(_ context: PageContext = PageContext()) -> String {
    let html = layers(view, context)
    return html[html.range(after: "<nav ")...].components(before: "</nav>")
  }

  @Test func `The first screen has no breadcrumbs`() {
    #expect(!layers(view).contains("<nav "))
  }

  @Test func `Each screen below is a button`() {
    path.value = [1, 2]
    let html = layers(view)
    #expect(!html.contains("class=\"back\""))
    #expect(navigation().hasPrefix("class=\"breadcrumbs\" aria-label=\"Breadcrumbs\"><ol><li>"))
    #expect(
      navigation().matches(of: />([^<>]+)<\/(button|span)>/).map { "\($0.1) \($0.2)" }
        == ["Root button", "Screen 1 button", "Screen 2 span"])
    #expect(navigation().contains("<span aria-current=\"page\">Screen 2</span>"))
  }

  @Test(arguments: [("Root", []), ("Screen 1", [1]), ("Screen 2", [1, 2])] as [(String, [Int])])
  func `A tap leads back to its screen`(title: String, then: [Int]) throws {
    path.value = [1, 2, 3]
    try tap(title, in: view)
    #expect(path.value == then)
  }

  @Test func `The last button has the ID of the Back button`() throws {
    path.value = [1, 2]
    let back = try #require(taps("Screen 1", in: layers(view)).first)
    let plain = NavigationStack(path: path.binding) {
      Text("root").navigationTitle("Root")
    } destination: { number in
      Text("screen \(number)").navigationTitle("Screen \(number)")
    }
    #expect(taps("Screen 1", in: layers(plain)) == [back])
  }

  @Test func `In another language, the breadcrumbs have a name in that language`() {
    path.value = [1]
    var german = PageContext()
    german.texts = Texts(in: .german)
    #expect(navigation(german).contains("aria-label=\"Navigationspfad\""))
  }
}
