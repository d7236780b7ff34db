import CHiredis

/// A reply of Redis.
enum RedisReply: Sendable {
  case nothing
  case integer(Int64)
  case bytes([UInt8])
  /// A failure, such as `OOM command not allowed when used memory > 'maxmemory'.`.
  case error(String)
  case array([RedisReply])

  init(_ reply: UnsafePointer<redisReply>) {
    let reply = reply.pointee
    let bytes = UnsafeRawBufferPointer(start: reply.str, count: reply.str == nil ? 0 : reply.len)
    switch reply.type {
    case REDIS_REPLY_INTEGER: self = .integer(reply.integer)
    case REDIS_REPLY_STRING, REDIS_REPLY_STATUS: self = .bytes(Array(bytes))
    case REDIS_REPLY_ERROR: self = .error(String(decoding: bytes, as: UTF8.self))
    case REDIS_REPLY_ARRAY:
      self = .array(
        (0..<reply.elements).map { index in
          reply.element[index].map { RedisReply($0) } ?? .nothing
        })
    default: self = .nothing
    }
  }

  var bytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }
  var text: String? { bytes.flatMap { String(validating: $0, as: UTF8.self) } }
  var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
  var array: [RedisReply]? { if case .array(let replies) = self { replies } else { nil } }
  var isNothing: Bool { if case .nothing = self { true } else { false } }
}
