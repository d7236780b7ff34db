import CairnBytes

extension EndpointResponse {
  /// Returns a sitemap, which lists pages for search engines, in the format of sitemaps.org.
  ///
  /// - Parameter urls: The absolute URLs of the pages, such as `https://example.org/rooms`. A sitemap can have at most
  ///   50,000. Characters that URLs can't contain are percent-encoded.
  public static func sitemap(_ urls: [String]) -> EndpointResponse {
    let entries = urls.map { url in
      "<url><loc>\(HTMLText.escaped(URIReference.encoded(url)))</loc></url>\n"
    }
    return text(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
      \(entries.joined())</urlset>

      """, contentType: "application/xml; charset=utf-8")
  }
}
