import CairnTexts
import Testing

@testable import CairnViews

@Suite struct BackLinkTests {
  let path = Box<[Int]>([])

  var view: some View {
    NavigationStack(path: path.binding) {
      Text("root").navigationTitle("Root").toolbar { Button("Add") {} }
    } destination: { number in
      Text("screen \(number)").navigationTitle("Screen \(number)")
    }
  }

  @Test func `The back link is before the title of the first screen`() {
    let html = layers(view.backLink("Gallery & more", to: "/?a=1&b=2"))
    let link = "<a class=\"back\" href=\"/?a=1&amp;b=2\">Gallery &amp; more</a>"
    #expect(html.contains("<header class=\"bar\">" + link + "<h1"))
  }

  @Test func `A pushed screen has its back button instead`() {
    path.value = [1]
    let html = layers(view.backLink("Gallery", to: "/"))
    #expect(!html.contains("Gallery"))
    #expect(taps("Root", in: html).count == 1)
  }

  @Test func `In another language, the name of a Back button has the words of that language`() {
    var german = PageContext()
    german.texts = Texts(in: .german)
    let link = layers(view.backLink("Gallery", to: "/"), german)
    #expect(link.contains(" aria-label=\"Zurück zu Gallery\""))
    #expect(link.contains(">Gallery</a>"))
    path.value = [1]
    #expect(layers(view, german).contains(" aria-label=\"Zurück zu Root\">Root</button>"))
    // In English, the style sheet adds the words.
    let english = layers(view)
    #expect(english.contains(">Root</button>") && !english.contains("Back to"))
  }

  @Test func `Adding a back link doesn't change the IDs of other handlers`() {
    let with = layers(view.backLink("Gallery", to: "/"))
    #expect(taps("Add", in: with) == taps("Add", in: layers(view)))
  }
}
