import CairnFeatures
import CairnViews
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

  /// The name of the part with the values of the views' `@State` properties.
  private static var nameOfViews: String { "~views" }

  /// Creates the coder of a state with several parts, or returns `nil` if the state can't be stored.
  /// - Parameters:
  ///   - withViews: Whether the state can include the values of the views' `@State` properties. They're stored as another
  ///     part. Without them, the state is stored as if there was no such part.
  ///   - secrets: The texts that are left out of the values.
  ///   - isPartial: Whether parts after the first are left out if they can't be stored.
  init?(
    of parts: [StatePart], withViews: Bool, leavingOut secrets: SecretTexts, isPartial: Bool
  ) {
    let base = StateCoder(of: parts, isPartial: isPartial)
    guard withViews, base != nil || parts.isEmpty else {
      guard let base else { return nil }
      self = base
      return
    }
    self.init(
      encode: { state in
        guard let state = state as? StateAndViews else { return try Self.encode(state, by: base) }
        // After all values were discarded, the encoding is the one from before the first of them.
        if state.views.isEmpty, let inner = state.state { return try Self.encode(inner, by: base) }
        var encoded = EncodedState(bytes: [], holdsShared: false)
        var stored: [StoredPart] = []
        if let inner = state.state {
          encoded = try Self.encode(inner, by: base)
          stored =
            parts.count > 1
            ? try JSONDecoder().decode([StoredPart].self, from: Data(encoded.bytes))
            : [StoredPart(name: parts[0].name, bytes: Data(encoded.bytes))]
        }
        let json = state.views.json
        let redacted = secrets.redacted(json: json)
        stored.append(StoredPart(name: Self.nameOfViews, bytes: Data(redacted ?? json)))
        return EncodedState(
          bytes: Array(try JSONEncoder().encode(stored)), holdsShared: encoded.holdsShared,
          isRedacted: encoded.isRedacted || redacted != nil)
      },
      decode: { bytes in
        Self.decodeWithViews(bytes, parts.count) { base?.decode($0) }
      },
      adopt: { bytes, new in
        Self.decodeWithViews(bytes, parts.count) { bytes in
          base?.adopt(bytes) {
            let new = new()
            return (new as? StateAndViews).map(\.state) ?? new
          }
        }
      })
  }

  private static func encode(_ state: Any, by coder: StateCoder?) throws -> EncodedState {
    guard let coder else {
      throw EncodingError.invalidValue(
        state, .init(codingPath: [], debugDescription: "The application has no state to store."))
    }
    return try coder.encode(state)
  }

  /// - Parameters:
  ///   - count: The number of parts other than the views.
  ///   - decode: Decodes the state without the views.
  private static func decodeWithViews(
    _ bytes: [UInt8], _ count: Int, by decode: ([UInt8]) -> DecodedState?
  ) -> DecodedState? {
    // The first byte of most states with a single part isn't a bracket.
    guard bytes.first == UInt8(ascii: "["),
      let stored = try? JSONDecoder().decode([StoredPart].self, from: Data(bytes)),
      let index = stored.firstIndex(where: { $0.name == nameOfViews })
    else { return decode(bytes) }
    let json = try? JSONValue(bytes: Array(stored[index].bytes))
    let views = ViewStateValues(json: json ?? .null)
    guard count > 0 else {
      return DecodedState(
        state: StateAndViews(state: nil, views: views), isWhole: true, holdsShared: false)
    }
    // Several parts are found by their names.
    let rest = count > 1 ? bytes : stored.first { $0.name != nameOfViews }.map { Array($0.bytes) }
    return rest.flatMap(decode).map {
      DecodedState(
        state: StateAndViews(state: $0.state, views: views), isWhole: $0.isWhole,
        holdsShared: $0.holdsShared)
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
