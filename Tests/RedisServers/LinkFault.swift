/// A fault of a ``FaultyLink`` that hasn't happened yet.
struct LinkFault {
  let effect: FaultyLink.Effect
  let direction: FaultyLink.Direction
  private var place: FaultyLink.Place

  init(
    _ effect: FaultyLink.Effect, at place: FaultyLink.Place, of direction: FaultyLink.Direction
  ) {
    self.effect = effect
    self.place = place
    self.direction = direction
  }

  /// Returns how many of the next bytes come before the fault, or `nil` if it isn't among them.
  func offset(in bytes: [UInt8]) -> Int? {
    switch place {
    case .byte(let number): number < bytes.count ? number : nil
    case .text(let text): bytes.firstRange(of: Array(text.utf8))?.lowerBound
    }
  }

  /// Counts bytes that came before the fault.
  mutating func pass(_ count: Int) {
    if case .byte(let number) = place { place = .byte(number - count) }
  }
}
