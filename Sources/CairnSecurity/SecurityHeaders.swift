/// The headers that every page has, whatever it shows.
package enum SecurityHeaders {
  package typealias Header = (name: String, value: String)

  /// Nothing from elsewhere, nothing inline, no frame around us, forms to ourselves alone.
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

  /// Never `no-store`: the browser's page cache keeps what was typed, and `no-store` empties it.
  package static let pageCacheControl = "private, no-cache"

  /// The headers of a page.
  package static let page: [Header] = [
    ("Content-Security-Policy", contentSecurityPolicy),
    ("X-Content-Type-Options", "nosniff"),
    // With `no-referrer` browsers send `Origin: null` with our own POSTs.
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ("Cache-Control", pageCacheControl),
  ]

  /// What answers over TLS have besides: browsers stay with TLS for a year.
  package static let strictTransport: Header = ("Strict-Transport-Security", "max-age=31536000")
}
