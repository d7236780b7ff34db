import CairnSecurity
import CairnServer
import Testing

@Suite struct SecurityHeadersTests {
  func value(_ name: String) -> String? {
    SecurityHeaders.page.first { $0.name == name }?.value
  }

  @Test func `Pages have the documented security header fields`() {
    let lines = SecurityHeaders.page.map { "\($0.name): \($0.value)" }
    #expect(
      lines == [
        "Content-Security-Policy: default-src 'none'; style-src 'self'; script-src 'self'; "
          + "img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; "
          + "base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'",
        "X-Content-Type-Options: nosniff",
        "Referrer-Policy: same-origin",
        "Cross-Origin-Opener-Policy: same-origin",
        "Cross-Origin-Resource-Policy: same-origin",
        "Permissions-Policy: camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        "Cache-Control: private, no-cache",
      ])
  }

  @Test func `The content security policy allows no inline code`() {
    #expect(value("Content-Security-Policy")?.contains("unsafe") == false)
  }

  @Test func `Strict-Transport-Security is only among the header fields for TLS`() {
    #expect(value("Strict-Transport-Security") == nil)
    #expect(SecurityHeaders.strictTransport == ("Strict-Transport-Security", "max-age=31536000"))
  }
}
