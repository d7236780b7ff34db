import Testing

@testable import WebDriver

@Suite("Browser: automatic submissions of the script")
struct SecretTests {
  /// Records the bodies of all forms that the script sends.
  private func noteBodies(_ chromium: Chromium) async throws {
    try await chromium.evaluate(
      """
      (() => {
        const fetch = window.fetch
        window.bodies = []
        window.fetch = (url, options) => {
          if (options.body) bodies.push(`${options.body}`)
          return fetch(url, options)
        }
      })()
      """)
  }

  @Test func `A password is only sent once, with its form`() async throws {
    try await SamplesSite.visit("/passwords") { chromium in
      try await chromium.settle()
      try await noteBodies(chromium)
      try await chromium.fill("Password", with: "hunter22")
      try await chromium.fill("Name", with: "Ada")
      try await chromium.waitFor("the name") { try await chromium.text.contains("Has: Ada, 0") }
      try await chromium.settle()
      #expect(try await chromium.evaluate("bodies.some(body => body.includes('Ada'))").bool == true)
      // The script stores what a user leaves on a hidden page.
      let stored = "Object.values(sessionStorage).some(text => text.includes('hunter22'))"
      try await chromium.evaluate("dispatchEvent(new Event('visibilitychange'))")
      #expect(try await chromium.evaluate(stored).bool == false)
      let sent = "bodies.filter(body => body.includes('hunter22')).length"
      #expect(try await chromium.evaluate(sent).number == 0)

      try await chromium.click("Sign in")
      #expect(try await chromium.text.contains("Refusals: 1, checked 8"))
      #expect(try await chromium.evaluate(sent).number == 1)
      // The server has taken the password, so the field is empty, and later forms don't contain the password.
      #expect(try await chromium.value(of: "Password") == "")
      try await chromium.fill("Name", with: "Bob")
      try await chromium.waitFor("the name") { try await chromium.text.contains("Has: Bob, 0") }
      try await chromium.settle()
      try await chromium.click("Sign in")
      #expect(try await chromium.text.contains("Refusals: 2, checked 0"))
      #expect(try await chromium.evaluate(sent).number == 1)
    }
  }

  @Test func `Rejected text shows an error below its field, and the page stays`() async throws {
    try await SamplesSite.visit("/passwords") { chromium in
      try await chromium.settle()
      try await chromium.fill("Name", with: "Ada")
      try await chromium.waitFor("the name") { try await chromium.text.contains("Has: Ada") }
      func paste(_ count: Int) async throws {
        try await chromium.evaluate(
          """
          (() => {
            const field = document.querySelector("textarea")
            field.value = "x".repeat(\(count))
            field.dispatchEvent(new Event("input", { bubbles: true }))
          })()
          """)
      }
      try await paste(300_000)
      try await chromium.waitFor("the message") {
        try await chromium.text.contains("This wasn't saved. Is it too long?")
      }
      try await chromium.settle()
      #expect(
        try await chromium.evaluate("document.querySelector('textarea').value.length").number
          == 300_000)
      #expect(
        try await chromium.evaluate("document.querySelector('textarea').ariaInvalid").string
          == "true")
      #expect(try await chromium.text.contains("Has: Ada"))
      try await paste(1000)
      try await chromium.waitFor("the text") { try await chromium.text.contains("Long: 1000") }
      #expect(try await !chromium.text.contains("This wasn't saved"))
      // The console reports the rejection.
      _ = try await chromium.complaints
    }
  }
}
