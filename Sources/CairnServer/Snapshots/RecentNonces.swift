/// The pages of a scene that were submitted last.
struct RecentNonces: Equatable {
  private static let limit = 16

  /// The oldest first.
  private(set) var nonces: [UInt128]

  init(_ nonces: [UInt128] = []) {
    self.nonces = nonces
  }

  /// Takes in a nonce; answers whether it is there already.
  mutating func note(_ nonce: UInt128) -> Bool {
    guard !nonces.contains(nonce) else { return true }
    if nonces.count == Self.limit { nonces.removeFirst() }
    nonces.append(nonce)
    return false
  }
}
