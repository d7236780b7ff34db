#if canImport(Glibc)
  import Glibc
#endif

/// Reads a form of several parts (RFC 7578) as it arrives, each byte once: what it keeps is shorter than the header
/// of a part.
///
/// This is strict where browsers all do the same, so that nobody has to agree with it on anything else.
struct MultipartParser {
  /// What a part says of itself.
  struct Header: Equatable {
    var name = ""
    /// Nil for a field that is no file.
    var fileName: String?
    var contentType: String?
  }

  enum Event {
    case begin(Header)
    /// Some of the part's bytes, good as long as the call lasts.
    case bytes(UnsafeRawBufferPointer)
    case end
  }

  private enum State {
    case preamble, delimiter, header, content, epilogue
  }

  private var state = State.preamble
  /// The line end, the dashes and the boundary that are before each part and after the last one.
  private let delimiter: [UInt8]
  /// What has arrived and was not read: less than a delimiter, or a header line without its end. The first
  /// delimiter may have no line end before it.
  private var pending = Array("\r\n".utf8)
  private var header = PartHeader()
  /// How many bytes of a header line have no end in them.
  private var searched = 0

  /// - Parameter contentType: What the form's header says, the boundary in it.
  init?(contentType: String) {
    guard let boundary = HeaderValue(contentType.utf8).parameters?["boundary"],
      (1...70).contains(boundary.count)
    else { return nil }
    delimiter = Array("\r\n--".utf8) + boundary
  }

  /// Whether the end of the form was there.
  var isComplete: Bool { state == .epilogue }

  /// Reads bytes; false where they are no form, or where the closure wants no more.
  mutating func read(_ bytes: UnsafeRawBufferPointer, _ take: (Event) -> Bool) -> Bool {
    let arrived = pending + bytes
    let end = arrived.withUnsafeBytes { advance(through: $0, take) }
    pending = Array(arrived[(end ?? arrived.count)...])
    return end != nil
  }

  /// How many bytes were read; nil where that is not to go on.
  private mutating func advance(
    through bytes: UnsafeRawBufferPointer, _ take: (Event) -> Bool
  ) -> Int? {
    var position = 0
    while true {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[position...])
      switch state {
      case .preamble, .content:
        let found = rest.position(of: delimiter)
        let count = found ?? max(0, rest.count - delimiter.count + 1)
        if state == .content {
          guard count == 0 || take(.bytes(UnsafeRawBufferPointer(rebasing: rest[..<count]))),
            found == nil || take(.end)
          else { return nil }
        }
        position += count
        guard found != nil else { return position }
        position += delimiter.count
        state = .delimiter
      case .delimiter:
        guard rest.count >= 2 else { return position }
        position += 2
        switch (rest[0], rest[1]) {
        case (UInt8(ascii: "-"), UInt8(ascii: "-")): state = .epilogue
        case (0x0D, 0x0A):
          state = .header
          header = PartHeader()
        default: return nil
        }
      case .header:
        guard let end = rest[searched...].firstIndex(of: 0x0A) else {
          searched = rest.count
          return header.size + rest.count > PartHeader.limit ? nil : position
        }
        searched = 0
        position += end + 1
        guard end > 0, rest[end - 1] == 0x0D else { return nil }
        if end > 1 {
          guard header.add(rest[..<(end - 1)]) else { return nil }
        } else {
          guard let part = header.part, take(.begin(part)) else { return nil }
          state = .content
        }
      case .epilogue: return bytes.count
      }
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Where bytes begin in these; nil where they do not.
  fileprivate func position(of bytes: [UInt8]) -> Int? {
    guard let baseAddress, let first = bytes.first else { return nil }
    var start = 0
    while start + bytes.count <= count,
      let found = memchr(
        baseAddress + start, Int32(first), count - start - bytes.count + 1)
    {
      let position = UnsafeRawPointer(found) - baseAddress
      if memcmp(found, bytes, bytes.count) == 0 { return position }
      start = position + 1
    }
    return nil
  }
}
