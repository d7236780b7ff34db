import Foundation

extension StateCoder {
  /// Creates the coder of a state with several parts, or returns `nil` if the state can't be stored.
  ///
  /// A single part is stored as it is. Several parts are stored with their names.
  /// - Parameter isPartial: Whether parts after the first are left out if they can't be stored. Otherwise, the state is
  ///   stored completely or not at all.
  init?(of parts: [StatePart], isPartial: Bool = false) {
    let areStored = parts.map { $0.coder != nil && $0.uncoded() == nil }
    guard areStored.first == true, isPartial || !areStored.contains(false) else { return nil }
    if parts.count == 1, let coder = parts[0].coder {
      self = coder
    } else {
      self.init(
        encode: { try Self.encode($0, parts, areStored) },
        decode: { Self.decode($0, parts) { coder, bytes, _ in coder.decode(bytes) } },
        adopt: { bytes, new in
          var all: [Any?]?
          return Self.decode(bytes, parts) { coder, bytes, index in
            coder.adopt(bytes) {
              let known = all ?? (new() as? StateValues)?.all ?? []
              all = known
              return known.indices.contains(index) ? known[index] : nil
            }
          }
        })
    }
  }

  private struct StoredPart: Codable {
    let name: String
    let bytes: Data
  }

  private static func encode(
    _ value: Any, _ parts: [StatePart], _ areStored: [Bool]
  ) throws -> EncodedState {
    guard let values = value as? StateValues else {
      throw EncodingError.invalidValue(
        value, .init(codingPath: [], debugDescription: "The value isn't a state with parts."))
    }
    var stored: [StoredPart] = []
    var holdsShared = false
    var isRedacted = false
    for ((part, value), isStored) in zip(zip(parts, values.all), areStored) where isStored {
      guard let coder = part.coder, let value else { continue }
      let encoded = try coder.encode(value)
      stored.append(StoredPart(name: part.name, bytes: Data(encoded.bytes)))
      holdsShared = holdsShared || encoded.holdsShared
      isRedacted = isRedacted || encoded.isRedacted
    }
    return EncodedState(
      bytes: Array(try JSONEncoder().encode(stored)), holdsShared: holdsShared,
      isRedacted: isRedacted)
  }

  /// - Parameter decodePart: Decodes the part at an index with its coder.
  private static func decode(
    _ bytes: [UInt8], _ parts: [StatePart],
    by decodePart: (_ coder: StateCoder, _ bytes: [UInt8], _ index: Int) -> DecodedState?
  ) -> DecodedState? {
    guard var stored = try? JSONDecoder().decode([StoredPart].self, from: Data(bytes)) else {
      return nil
    }
    var values: [Any?] = []
    var isWhole = true
    var holdsShared = false
    for (number, part) in parts.enumerated() {
      // Several stores can have the same type of state. Their states are stored in the order of the stores.
      let index = stored.firstIndex { $0.name == part.name }
      let bytes = index.map { Array(stored.remove(at: $0).bytes) }
      let decoded = bytes.flatMap { bytes in
        part.coder.flatMap { decodePart($0, bytes, number) }
      }
      // Stores that can't be stored are never encoded, so their absence doesn't make a state incomplete.
      isWhole = isWhole && (part.coder == nil || decoded?.isWhole == true)
      holdsShared = holdsShared || decoded?.holdsShared == true
      values.append(decoded?.state)
    }
    guard values.contains(where: { $0 != nil }) else { return nil }
    return DecodedState(state: StateValues(values), isWhole: isWhole, holdsShared: holdsShared)
  }
}
