/// The scene's pages that were submitted most recently.
struct RecentNonces: Equatable {
  private static let limit = 16

  /// The nonces of the pages, oldest first.
  private(set) var nonces: [UInt128]

  init(_ nonces: [UInt128] = []) {
    self.nonces = nonces
  }

  /// Records a nonce, and returns whether it was already recorded.
  mutating func note(_ nonce: UInt128) -> Bool {
    guard !nonces.contains(nonce) else { return true }
    if nonces.count == Self.limit { nonces.removeFirst() }
    nonces.append(nonce)
    return false
  }
}
