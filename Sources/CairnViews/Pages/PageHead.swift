/// The metadata of a screen, for search engines, link previews, and feed readers.
struct PageHead {
  /// A link to a feed.
  struct Feed {
    let title: String
    let url: String
    let format: FeedFormat
  }

  /// The properties of a link preview.
  struct Preview {
    let title: String?
    let type: String
    let image: String?
    let imageDescription: String?
  }

  var description: String?
  var preview: Preview?
  var feeds: [Feed] = []
  /// The number of modifiers that have set a value.
  var changes = 0
}

/// The format of a feed.
public enum FeedFormat: String, Sendable {
  /// An Atom feed (RFC 4287).
  case atom = "application/atom+xml"
  /// An RSS feed.
  case rss = "application/rss+xml"
}

extension Renderer {
  /// Writes the metadata of the topmost screen or layer. Call it after all layers are written.
  mutating func writePageHead() {
    let head = state.layer.head
    if let description = head.description { writeMeta("name=\"description\"", description) }
    if let preview = head.preview {
      writeMeta("property=\"og:title\"", preview.title ?? state.layer.title)
      writeMeta("property=\"og:type\"", preview.type)
      if let description = head.description {
        writeMeta("property=\"og:description\"", description)
      }
      if let image = preview.image { writeMeta("property=\"og:image\"", SafeURL.checked(image)) }
      if preview.image != nil, let description = preview.imageDescription {
        writeMeta("property=\"og:image:alt\"", description)
      }
    }
    for feed in head.feeds {
      write("<link rel=\"alternate\" type=\"")
      write(attribute: feed.format.rawValue)
      write("\" title=\"")
      write(attribute: feed.title)
      write("\" href=\"")
      write(attribute: SafeURL.checked(feed.url))
      write("\">\n")
    }
  }

  private mutating func writeMeta(_ name: StaticString, _ content: String) {
    write("<meta ")
    write(name)
    write(" content=\"")
    write(attribute: content)
    write("\">\n")
  }

  mutating func setHead(_ change: (inout PageHead) -> Void) {
    change(&state.layer.head)
    state.layer.head.changes += 1
  }
}
