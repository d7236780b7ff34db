import CairnHTTP
import CairnSessions

extension StoredSession.Client {
  /// The client that a request comes from: a keyed hash of its address, so that the store holds none.
  /// Nil if the address is unknown.
  /// - Parameter key: The secret's key for ``ServerSecret/Purpose/client``.
  init?(_ request: HTTPRequest, key: ServerSecret.Key) {
    guard let group = request.clientGroup else { return nil }
    var bytes = withUnsafeBytes(of: group.bits.bigEndian) { Array($0) }
    Signature.append(to: &bytes, key: key)
    let hash = bytes.suffix(Signature.length).prefix(8)
    self.init(bits: hash.reduce(0) { $0 << 8 | UInt64($1) })
  }
}
