import CairnDependencies
import Foundation

extension BrowserSession {
  /// The session as features know it: a keyed hash of its id, from which nobody comes back to the id.
  /// - Parameter key: The secret's key for ``ServerSecret/Purpose/identity``.
  init(_ id: SessionID, key: ServerSecret.Key) {
    var bytes = id.bytes
    Signature.append(to: &bytes, key: key)
    var uuid = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)).uuid
    withUnsafeMutableBytes(of: &uuid) { uuid in
      uuid.copyBytes(from: bytes.suffix(Signature.length))
      // Version 8, which is for hashes of one's own (RFC 9562, section 5.8).
      uuid[6] = uuid[6] & 0x0F | 0x80
      uuid[8] = uuid[8] & 0x3F | 0x80
    }
    self.init(id: UUID(uuid: uuid))
  }
}
