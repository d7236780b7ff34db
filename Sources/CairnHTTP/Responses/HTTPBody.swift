/// The body of a response.
public enum HTTPBody: Sendable {
  /// No bytes.
  case empty
  /// Bytes that are copied once before they're sent. For pages, use ``adopting(_:)`` instead.
  case bytes([UInt8])
  /// Memory that's never freed or written to, and that's sent without a copy.
  case permanent(PermanentBytes)
  /// Memory that's sent without a copy and freed after its last use.
  case buffer(HTTPBuffer)
  /// Part of an open file, which is sent without being loaded into memory.
  case file(ServedFile, Range<Int>)
  /// Bytes that are sent as they become available, until the stream is closed.
  case stream(HTTPStream)

  /// Memory that exists as long as the process.
  ///
  /// It's unchecked because the code that creates a value guarantees that the memory is never written to.
  public struct PermanentBytes: @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer
  }

  /// Returns a body that adopts memory from `malloc`. The memory is sent without a copy and freed after its last use.
  public static func adopting(_ memory: UnsafeMutableRawBufferPointer) -> HTTPBody {
    .adopting(memory.baseAddress, 0..<memory.count)
  }

  /// Returns a body with a range of a block from `malloc`. It's sent without a copy, and the block is freed
  /// after its last use.
  public static func adopting(
    _ block: UnsafeMutableRawPointer?, _ range: Range<Int>
  ) -> HTTPBody {
    .buffer(HTTPBuffer(adopting: block, range))
  }

  /// Returns a body with memory that's never freed or written to. It's sent without a copy.
  public static func staticBuffer(_ bytes: UnsafeRawBufferPointer) -> HTTPBody {
    .permanent(PermanentBytes(bytes: bytes))
  }

  /// Returns part of a body. It's sent from the memory of the whole body without a copy, unless the bytes are an array.
  ///
  /// - Parameter range: A range within the body's bytes.
  func part(_ range: Range<Int>) -> HTTPBody {
    switch self {
    case .empty, .stream: .empty
    case .bytes(let bytes): .bytes(Array(bytes[range]))
    case .permanent(let permanent):
      .staticBuffer(UnsafeRawBufferPointer(rebasing: permanent.bytes[range]))
    case .buffer(let buffer): .buffer(HTTPBuffer(range, of: buffer))
    case .file(let file, let whole):
      .file(file, whole.lowerBound + range.lowerBound..<whole.lowerBound + range.upperBound)
    }
  }

  /// Returns a body with the UTF-8 bytes of a string.
  public static func text(_ text: String) -> HTTPBody {
    .bytes(Array(text.utf8))
  }

  /// Whether the body doesn't need memory of its own.
  var isPermanent: Bool {
    switch self {
    case .empty, .permanent, .file: true
    case .buffer(let buffer): buffer.isPart
    case .bytes, .stream: false
    }
  }

  /// The number of bytes, or 0 for a stream, whose size isn't known.
  public var count: Int {
    switch self {
    case .empty, .stream: 0
    case .bytes(let bytes): bytes.count
    case .permanent(let permanent): permanent.bytes.count
    case .buffer(let buffer): buffer.bytes.count
    case .file(_, let range): range.count
    }
  }

  /// Calls a closure with the bytes. The pointer is valid only until the closure returns. The bytes of a file are read
  /// first.
  public func withUnsafeBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    switch self {
    case .empty, .stream: try body(UnsafeRawBufferPointer(start: nil, count: 0))
    case .bytes(let bytes): try bytes.withUnsafeBytes(body)
    case .permanent(let permanent): try body(permanent.bytes)
    case .buffer(let buffer): try withExtendedLifetime(buffer) { try body(buffer.bytes) }
    case .file(let file, let range): try file.bytes(in: range).withUnsafeBytes(body)
    }
  }
}
