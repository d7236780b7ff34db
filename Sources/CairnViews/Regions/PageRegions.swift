/// The layers of a page, with hashes of the parts that can change separately.
///
/// The parts are rows and fields. Only the identity of each part and a hash of its markup are stored. With them, a
/// server knows what a browser shows without storing the page, and can send only the changes. See ``PatchOrder``.
package struct PageRegions: Sendable, Equatable {
  /// A row or a field, in 16 bytes.
  package struct Part: Sendable, Equatable {
    /// The place of the part's view.
    let id: UInt64
    let hash: UInt64
  }

  package struct Layer: Sendable, Equatable {
    let identity: UInt64
    /// The hash of the markup around the parts. It doesn't include markup that belongs only to one response, such as
    /// the token.
    let rest: UInt64
    /// Whether the controls have names. In a covered layer, they have names only if the browser already shows them
    /// with names.
    let isNamed: Bool
    let parts: [Part]
    /// The end indices of the runs. A run is a sequence of adjacent parts without markup between them.
    let runs: [Int]

    /// Returns the indices of the parts in a run.
    func run(_ index: Int) -> Range<Int> { (index == 0 ? 0 : runs[index - 1])..<runs[index] }
  }

  package internal(set) var layers: [Layer] = []
  /// The hash of the screens' identities in the lowest layer, which shows only the last of its screens.
  package internal(set) var screens: UInt64 = 0
  /// The hash of the page's title.
  package internal(set) var title: UInt64 = 0
  /// The hash of the title and all layers, which identifies the page.
  package internal(set) var digest: UInt64 = 0

  /// The approximate size in bytes.
  package var size: Int {
    layers.reduce(64) { $0 + 64 + $1.parts.count * 16 + $1.runs.count * 8 }
  }

  /// Computes the digest of the current contents.
  mutating func seal(_ key: RegionHash.Key) {
    var hash = RegionHash.start(key, layers.count)
    hash.mix(title)
    for layer in layers {
      hash.mix(layer.identity)
      hash.mix(layer.rest)
      // With the counts, two different pages can't result in the same sequence.
      hash.mix(UInt64(layer.parts.count))
      for part in layer.parts { hash.mix(part) }
      hash.mix(UInt64(layer.runs.count))
      for end in layer.runs { hash.mix(UInt64(end)) }
    }
    digest = hash.value
  }

  /// Parses the digest of a page from a browser, which has 16 hexadecimal digits.
  package static func digest(_ text: String) -> UInt64? { Hex.parse(text) }
}
