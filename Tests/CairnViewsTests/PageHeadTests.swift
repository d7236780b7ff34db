import Testing

@testable import CairnViews

@Suite struct PageHeadTests {
  private func head(_ view: some View, _ context: PageContext = PageContext()) -> String {
    page(view, context).components(before: "</head>")
  }

  @Test func `A screen has no metadata by default`() {
    let head = head(Text("A").navigationTitle("Title"))
    #expect(!head.contains("name=\"description\"") && !head.contains("og:"))
    #expect(!head.contains("rel=\"alternate\""))
  }

  @Test func `The description and the preview are in the head`() {
    let head = head(
      Text("A").navigationTitle("Birds & bees")
        .pageDescription("All \"birds\"")
        .openGraph(
          type: "article", image: "https://a.example/b.png?c&d", imageDescription: "A bird"
        )
        .feed("News", url: "/news.atom")
        .feed("Old news", url: "/news.rss", format: .rss))
    #expect(head.contains("<meta name=\"description\" content=\"All &quot;birds&quot;\">\n"))
    #expect(head.contains("<meta property=\"og:title\" content=\"Birds &amp; bees\">\n"))
    #expect(head.contains("<meta property=\"og:type\" content=\"article\">\n"))
    #expect(head.contains("<meta property=\"og:description\" content=\"All &quot;birds&quot;\">\n"))
    #expect(
      head.contains("<meta property=\"og:image\" content=\"https://a.example/b.png?c&amp;d\">\n"))
    #expect(head.contains("<meta property=\"og:image:alt\" content=\"A bird\">\n"))
    #expect(
      head.contains(
        """
        <link rel="alternate" type="application/atom+xml" title="News" href="/news.atom">
        <link rel="alternate" type="application/rss+xml" title="Old news" href="/news.rss">

        """))
  }

  @Test func `The topmost screen determines the metadata`() {
    let path = Box<[Int]>([])
    let view = NavigationStack(path: path.binding) {
      Text("root").pageDescription("All numbers").feed("Numbers", url: "/numbers")
    } destination: { number in
      if number > 1 { Text("\(number)").pageDescription("The number \(number)") }
    }
    #expect(head(view).contains("content=\"All numbers\""))
    path.value = [2]
    #expect(head(view).contains("content=\"The number 2\""))
    #expect(!head(view).contains("All numbers") && !head(view).contains("/numbers"))
    path.value = [1]
    #expect(!head(view).contains("name=\"description\""))
  }

  @Test func `The innermost description is used`() {
    let view = VStack { Text("A").pageDescription("Inner") }.pageDescription("Outer")
    #expect(head(view).contains("content=\"Inner\"") && !head(view).contains("Outer"))
  }

  private struct Described: View, Equatable {
    let text: String

    var body: some View { Text(text).pageDescription(text) }
  }

  @Test func `A view with a description isn't left out`() {
    var context = PageContext()
    context.memory = RenderMemory()
    for _ in 1...3 {
      #expect(head(Described(text: "Same"), context).contains("content=\"Same\""))
    }
  }
}
