import CairnDependencies
import Testing

@testable import CairnViews

@Suite struct PublicFilesTests {
  private let files = PublicFiles(
    contains: { $0 == "logo.png" }, url: { "/shop/public/1-\($0)" })

  @Test func `An image has the URL with the hash of its content`() {
    withDependencies {
      $0.publicFiles = files
    } operation: {
      #expect(
        content(Image("logo.png", alt: "Shop"))
          == "<img src=\"/shop/public/1-logo.png\" alt=\"Shop\">")
      #expect(
        content(Label("Shop", image: "logo.png")).contains("src=\"/shop/public/1-logo.png\""))
      // A URL is written as it is.
      #expect(
        content(Image(url: "/public/logo.png", alt: ""))
          == "<img src=\"/public/logo.png\" alt=\"\">")
    }
  }

  @Test func `A view or a feature reads the URL of any file`() {
    struct Film: View {
      @Dependency(\.publicFiles) var publicFiles
      var body: some View {
        Element("video", .attribute("src", publicFiles.url(for: "logo.png"))) {}
      }
    }
    let html = withDependencies {
      $0.publicFiles = files
    } operation: {
      content(Film())
    }
    #expect(html == "<video src=\"/shop/public/1-logo.png\"></video>")
  }

  @Test func `A missing file is reported, and its URL isn't found`() {
    withKnownIssue {
      #expect(files.url(for: "Logo.png") == "/shop/public/1-Logo.png")
    } matching: {
      "\($0)".contains("There is no public file \"Logo.png\"")
    }
  }

  @Test func `Without a server, any file has a URL`() {
    @Dependency(\.publicFiles) var publicFiles
    #expect(publicFiles.url(for: "fonts/ä \"1\".woff2") == "/public/fonts/%C3%A4%20%221%22.woff2")
  }
}
