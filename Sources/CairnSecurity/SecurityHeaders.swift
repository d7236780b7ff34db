/// The headers of all pages.
package enum SecurityHeaders {
  package typealias Header = (name: String, value: String)

  /// Forbids content from elsewhere, inline code, embedding in frames, and forms to other servers.
  package static let contentSecurityPolicy = [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
  ].joined(separator: "; ")

  /// The cache policy of pages. It must not be `no-store`, because the browser's page cache keeps typed texts, and
  /// `no-store` disables that cache.
  package static let pageCacheControl = "private, no-cache"

  /// The headers of a page.
  package static let page: [Header] = [
    ("Content-Security-Policy", contentSecurityPolicy),
    ("X-Content-Type-Options", "nosniff"),
    // With `no-referrer`, browsers would send `Origin: null` with POSTs from the server's own pages.
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ("Cache-Control", pageCacheControl),
  ]

  /// The additional header of responses over TLS. It makes browsers use TLS for a year.
  package static let strictTransport: Header = ("Strict-Transport-Security", "max-age=31536000")
}
