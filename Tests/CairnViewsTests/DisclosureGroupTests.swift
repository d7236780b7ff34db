import Testing

@testable import CairnViews

@Suite struct DisclosureGroupTests {
  @Test func `Without a binding, the browser shows the content`() {
    let id = Hex.string(Place.root)
    #expect(
      content(DisclosureGroup("Advanced") { Text("Hidden at first") })
        == """
        <details class="disclosure" id="d-\(id)"><summary>Advanced</summary>\
        <div class="disclosed"><p class="text">Hidden at first</p></div></details>
        """)
  }

  @Test func `With a binding, a tap shows and hides the content`() throws {
    let isExpanded = Box(false)
    let view = DisclosureGroup("Details", isExpanded: isExpanded.binding) { Text("Shown") }
    let id = Hex.string(Place.root)
    #expect(
      content(view)
        == """
        <div class="disclosure"><button class="plain" aria-expanded="false" name="~tap" \
        value="\(id)">Details</button></div>
        """)
    try tap("Details", in: view)
    #expect(isExpanded.value)
    #expect(
      content(view).hasSuffix("<div class=\"disclosed\"><p class=\"text\">Shown</p></div></div>"))
    try tap("Details", in: view)
    #expect(!isExpanded.value)
  }

  @Test func `A disabled group can't be tapped`() {
    let view = DisclosureGroup("Details", isExpanded: .constant(false)) { Text("Shown") }.disabled()
    #expect(content(view).contains(" disabled>Details</button>"))
    #expect(collect(view, wanted: [Place.root]).taps[Place.root]?.isDisabled == true)
  }

  @Test func `Fields and buttons inside work while they're shown`() throws {
    let (isExpanded, isOn) = (Box(true), Box(false))
    let view = DisclosureGroup("Details", isExpanded: isExpanded.binding) {
      Toggle("Verbose", isOn: isOn.binding)
    }
    #expect(submit("1", to: view) == .applied)
    #expect(isOn.value)
    isExpanded.value = false
    #expect(fieldNames(in: page(view)) == [])
  }

  @Test func `A group in a list is a row`() {
    let view = List { DisclosureGroup("More") { Text("Text") } }
    #expect(content(view).hasPrefix("<ul class=\"list\"><li class=\"row\"><details "))
  }
}
