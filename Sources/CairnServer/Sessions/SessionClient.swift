import CairnHTTP
import CairnSecurity
import CairnSessions

extension StoredSession.Client {
  /// Creates the client with an address. It's a keyed hash of the address, so that the store doesn't contain addresses.
  /// - Parameter key: The secret's key for ``ServerSecret/Purpose/client``.
  init(_ address: AddressGroup, key: ServerSecret.Key) {
    var bytes = withUnsafeBytes(of: address.bits.bigEndian) { Array($0) }
    Signature.append(to: &bytes, key: key)
    let hash = bytes.suffix(Signature.length).prefix(8)
    self.init(bits: hash.reduce(0) { $0 << 8 | UInt64($1) })
  }
}
