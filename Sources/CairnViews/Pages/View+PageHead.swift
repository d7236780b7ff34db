/// A modifier that sets the metadata of the enclosing screen.
public struct _PageHeadModifier: _PrimitiveModifier {
  private let change: (inout PageHead) -> Void

  init(_ change: @escaping (inout PageHead) -> Void) { self.change = change }

  public static func _apply<Content: View>(
    _ modifier: Self, _ content: Content, _ renderer: inout Renderer
  ) {
    renderer.setHead(modifier.change)
    Content._render(content, &renderer)
  }
}

extension View {
  /// Describes the enclosing screen for search engines and link previews. The innermost description is used.
  ///
  /// The description is in the head of the page when a browser loads it. The script doesn't update it.
  /// - Parameter description: One or two sentences about the content of the screen.
  public consuming func pageDescription(
    _ description: LocalizedStringKey
  ) -> Modified<Self, _PageHeadModifier> {
    pageDescription(description.string)
  }

  /// Describes the enclosing screen for search engines and link previews, with a text that isn't looked up. The
  /// innermost description is used.
  /// - Parameter description: One or two sentences about the content of the screen.
  @_disfavoredOverload
  public consuming func pageDescription(
    _ description: some StringProtocol
  ) -> Modified<Self, _PageHeadModifier> {
    let description = String(description)
    return Modified(self, _PageHeadModifier { $0.description = description })
  }

  /// Sets what other services show when a user shares a link to the enclosing screen, with the Open Graph protocol.
  ///
  /// ```swift
  /// ArticleView(article: article)
  ///   .pageDescription(article.summary)
  ///   .openGraph(type: "article", image: article.imageURL, imageDescription: article.imageText)
  /// ```
  /// The description comes from `pageDescription(_:)`. If the scheme of the image's URL isn't a known one, an issue
  /// is reported and the URL is `about:blank`.
  /// - Parameters:
  ///   - title: The title, or `nil` for the title of the screen.
  ///   - type: The type of the content.
  ///   - image: The absolute URL of an image, or `nil` for no image.
  ///   - imageDescription: A description of the image for people who can't see it.
  public consuming func openGraph(
    title: String? = nil, type: String = "website", image: String? = nil,
    imageDescription: String? = nil
  ) -> Modified<Self, _PageHeadModifier> {
    let preview = PageHead.Preview(
      title: title, type: type, image: image, imageDescription: imageDescription)
    return Modified(self, _PageHeadModifier { $0.preview = preview })
  }

  /// Adds a link to a feed of the enclosing screen, which feed readers find.
  ///
  /// A screen can have several feeds. If the URL's scheme isn't a known one, an issue is reported and the link leads to
  /// `about:blank`.
  /// - Parameters:
  ///   - title: The title of the feed.
  ///   - url: The URL of the feed.
  ///   - format: The format of the feed.
  public consuming func feed(
    _ title: String, url: String, format: FeedFormat = .atom
  ) -> Modified<Self, _PageHeadModifier> {
    let feed = PageHead.Feed(title: title, url: url, format: format)
    return Modified(self, _PageHeadModifier { $0.feeds.insert(feed, at: 0) })
  }
}
