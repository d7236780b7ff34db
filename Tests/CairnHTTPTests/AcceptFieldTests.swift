import CairnHTTP
import Testing

/// Which clients get a page instead of JSON.
@Suite struct AcceptFieldTests {
  @Test(arguments: [
    "text/html", "TEXT/HTML;level=1", "application/json;q=0.9, text/html",
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
    "text/html; charset=utf-8; q=0.5, application/json;q=0.4",
  ])
  func `A browser prefers HTML`(field: String) {
    #expect(AcceptField.prefersHTML(field))
  }

  @Test(arguments: [
    "", "*/*", "text/*", "application/json", "application/json, text/plain, */*",
    "application/json, text/html", "text/html;q=0", "text/html;q=0.5, application/problem+json",
    ";q=1", ",,;", "text/htmlx", "text/html;q=0.1,application/json;q=0.2",
  ])
  func `Another program doesn't`(field: String) {
    #expect(!AcceptField.prefersHTML(field))
  }
}
