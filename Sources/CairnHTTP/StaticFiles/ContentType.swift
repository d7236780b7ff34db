import CairnBytes

/// Content types for file extensions.
package enum ContentType {
  /// Returns the type of files with an extension, which has no dot.
  package static func named(_ fileExtension: String) -> String {
    switch fileExtension.lowercased() {
    case "css": "text/css; charset=utf-8"
    case "js", "mjs": "text/javascript; charset=utf-8"
    case "html", "htm": "text/html; charset=utf-8"
    case "txt": "text/plain; charset=utf-8"
    case "csv": "text/csv; charset=utf-8"
    case "ics": "text/calendar; charset=utf-8"
    case "json", "map": "application/json"
    case "webmanifest": "application/manifest+json"
    case "xml": "application/xml"
    case "svg": "image/svg+xml"
    case "png": "image/png"
    case "jpg", "jpeg": "image/jpeg"
    case "gif": "image/gif"
    case "webp": "image/webp"
    case "avif": "image/avif"
    case "mp4", "m4v": "video/mp4"
    case "mov": "video/quicktime"
    case "webm": "video/webm"
    case "ogv": "video/ogg"
    case "m4a": "audio/mp4"
    case "mp3": "audio/mpeg"
    case "oga", "ogg", "opus": "audio/ogg"
    case "wav": "audio/wav"
    case "flac": "audio/flac"
    case "vtt": "text/vtt; charset=utf-8"
    case "ico": "image/x-icon"
    case "woff2": "font/woff2"
    case "woff": "font/woff"
    case "pdf": "application/pdf"
    case "zip": "application/zip"
    case "wasm": "application/wasm"
    default: "application/octet-stream"
    }
  }

  /// Returns whether bodies of this type get smaller by compression, which applies to all kinds of text.
  static func isCompressible(_ type: String) -> Bool {
    type.withBytes { bytes in
      let end = bytes.firstIndex(of: UInt8(ascii: ";")) ?? bytes.count
      let name = bytes[..<end].trimmed
      if name.count > 5, name[..<(name.startIndex + 5)].isWord("text/") {
        // Server-Sent Events must arrive as they happen.
        return !name.isWord("text/event-stream")
      }
      return name.isWord("application/json") || name.isWord("application/javascript")
        || name.isWord("application/xml") || name.isWord("application/wasm")
        || name.suffix(5).isWord("+json") || name.suffix(4).isWord("+xml")
    }
  }
}
