#if canImport(Glibc)
  import Glibc
#endif

/// A parser for multipart forms (RFC 7578) that reads each byte once, as it arrives. It keeps less than the
/// header of a part.
///
/// It accepts only the syntax that all browsers use, so that it doesn't have to agree with other software about
/// unusual forms.
struct MultipartParser {
  /// The header of a part.
  struct Header: Equatable {
    var name = ""
    /// The name of the file, or `nil` if the part isn't a file.
    var fileName: String?
    var contentType: String?
  }

  enum Event {
    case begin(Header)
    /// Some bytes of the part, valid only during the call.
    case bytes(UnsafeRawBufferPointer)
    case end
  }

  private enum State {
    case preamble, delimiter, header, content, epilogue
  }

  private var state = State.preamble
  /// The line break, dashes, and boundary that precede each part and follow the last one.
  private let delimiter: [UInt8]
  /// The bytes that have arrived but weren't read. They're shorter than a delimiter, or a header line without its end.
  ///
  /// It starts with a line break because the first delimiter can be at the very beginning.
  private var pending = Array("\r\n".utf8)
  private var header = PartHeader()
  /// The number of bytes of a header line that are known not to contain its end.
  private var searched = 0

  /// Creates a parser, or returns `nil` if the content type has no valid boundary.
  ///
  /// - Parameter contentType: The content type in the header of the request.
  init?(contentType: String) {
    guard let boundary = HeaderValue(contentType.utf8).parameters?["boundary"],
      (1...70).contains(boundary.count)
    else { return nil }
    delimiter = Array("\r\n--".utf8) + boundary
  }

  /// Whether the end of the form was read.
  var isComplete: Bool { state == .epilogue }

  /// Reads bytes, and passes the resulting events to a closure.
  ///
  /// - Returns: Whether to continue. It's `false` if the bytes aren't a valid form, or if the closure returned `false`.
  mutating func read(_ bytes: UnsafeRawBufferPointer, _ take: (Event) -> Bool) -> Bool {
    let arrived = pending + bytes
    let end = arrived.withUnsafeBytes { advance(through: $0, take) }
    pending = Array(arrived[(end ?? arrived.count)...])
    return end != nil
  }

  /// Returns the number of bytes that were read, or `nil` to stop.
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
  /// Returns the offset of the first occurrence of bytes, or `nil` if they don't occur.
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
