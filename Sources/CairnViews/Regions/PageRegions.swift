/// What a page consists of: layers, and in each the parts that change apart from the rest of it, which are rows and
/// fields. Of each no more than who it is and a hash of its markup is known.
///
/// A server that keeps this knows what a browser shows without keeping the page, and sends what another
/// rendering has changed. See ``PagePatch``.
package struct PageRegions: Sendable, Equatable {
  /// A row or a field: 16 bytes.
  package struct Part: Sendable, Equatable {
    /// The place of its view.
    let id: UInt64
    let hash: UInt64
  }

  package struct Layer: Sendable, Equatable {
    let identity: UInt64
    /// The hash of the markup around the parts. Who sent it is known by other means: what belongs to one answer
    /// alone, such as the token, is no part of it.
    let rest: UInt64
    /// Whether its controls have names: a layer that others cover has to have none.
    let isNamed: Bool
    let parts: [Part]
    /// Where the runs of parts end that stand side by side, with no markup between them.
    let runs: [Int]

    /// The indices of the parts of a run.
    func run(_ index: Int) -> Range<Int> { (index == 0 ? 0 : runs[index - 1])..<runs[index] }
  }

  package internal(set) var layers: [Layer] = []
  /// The hash of who the screens are that the lowest layer shows the last one of.
  package internal(set) var screens: UInt64 = 0
  /// The hash of the page's title.
  package internal(set) var title: UInt64 = 0
  /// Names all of it.
  package internal(set) var digest: UInt64 = 0

  /// How many bytes it takes, about.
  package var size: Int {
    layers.reduce(64) { $0 + 64 + $1.parts.count * 16 + $1.runs.count * 8 }
  }

  /// Makes the digest of what is there.
  mutating func seal(_ key: RegionHash.Key) {
    var hash = RegionHash.start(key, layers.count)
    hash.mix(title)
    for layer in layers {
      hash.mix(layer.identity)
      hash.mix(layer.rest)
      // With their numbers, no two pages are the same sequence.
      hash.mix(UInt64(layer.parts.count))
      for part in layer.parts { hash.mix(part) }
      hash.mix(UInt64(layer.runs.count))
      for end in layer.runs { hash.mix(UInt64(end)) }
    }
    digest = hash.value
  }

  /// A page as its browser names it: 16 hexadecimal digits.
  package static func digest(_ text: String) -> UInt64? { Hex.parse(text) }
}
