/// The body of a response.
public enum HTTPBody: Sendable {
  case empty
  /// Bytes that are copied once, into memory that is sent from. For pages, see `adopting(_:)`.
  case bytes([UInt8])
  /// Memory that is never freed and never written to; it is sent from where it is.
  case permanent(PermanentBytes)
  /// Memory that is freed after its last use; it is sent from where it is.
  case buffer(HTTPBuffer)
  /// Bytes that are sent as they come, until the stream is closed.
  case stream(HTTPStream)

  /// Memory that lives as long as the process.
  ///
  /// Unchecked: who makes one promises that nothing writes to the memory.
  public struct PermanentBytes: @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer
  }

  /// Memory from `malloc`, sent without a copy and freed after its last use.
  public static func adopting(_ memory: UnsafeMutableRawBufferPointer) -> HTTPBody {
    .adopting(memory.baseAddress, 0..<memory.count)
  }

  /// A range of a block from `malloc`, sent without a copy; the block is freed after its last use.
  public static func adopting(
    _ block: UnsafeMutableRawPointer?, _ range: Range<Int>
  ) -> HTTPBody {
    .buffer(HTTPBuffer(adopting: block, range))
  }

  /// Memory that is never freed and never written to, sent without a copy.
  public static func staticBuffer(_ bytes: UnsafeRawBufferPointer) -> HTTPBody {
    .permanent(PermanentBytes(bytes: bytes))
  }

  /// A part of a body, sent from the memory of the whole without a copy unless its bytes are an array.
  ///
  /// - Parameter range: Must be within the body's bytes.
  func part(_ range: Range<Int>) -> HTTPBody {
    switch self {
    case .empty, .stream: .empty
    case .bytes(let bytes): .bytes(Array(bytes[range]))
    case .permanent(let permanent):
      .staticBuffer(UnsafeRawBufferPointer(rebasing: permanent.bytes[range]))
    case .buffer(let buffer): .buffer(HTTPBuffer(range, of: buffer))
    }
  }

  /// The UTF-8 bytes of a text.
  public static func text(_ text: String) -> HTTPBody {
    .bytes(Array(text.utf8))
  }

  /// Whether its memory is there anyway.
  var isPermanent: Bool {
    switch self {
    case .empty, .permanent: true
    case .buffer(let buffer): buffer.isPart
    case .bytes, .stream: false
    }
  }

  /// The number of bytes; of a stream nobody knows it, and it is 0.
  public var count: Int {
    switch self {
    case .empty, .stream: 0
    case .bytes(let bytes): bytes.count
    case .permanent(let permanent): permanent.bytes.count
    case .buffer(let buffer): buffer.bytes.count
    }
  }

  /// Calls a closure with the bytes, which are valid until it returns.
  public func withUnsafeBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    switch self {
    case .empty, .stream: try body(UnsafeRawBufferPointer(start: nil, count: 0))
    case .bytes(let bytes): try bytes.withUnsafeBytes(body)
    case .permanent(let permanent): try body(permanent.bytes)
    case .buffer(let buffer): try withExtendedLifetime(buffer) { try body(buffer.bytes) }
    }
  }
}
