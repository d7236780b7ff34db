import CairnFeatures
import CairnReducers
package import Foundation

/// Encodes an application's state, and decodes as much of it as can still be read.
package struct StateCoder {
  /// Decodes the state with which a scene continues, which another version of the application may have stored.
  ///
  /// Members that the stored state lacks are those of a new state. Members that this version doesn't have are kept, and
  /// are encoded with all later states.
  ///
  /// The second parameter returns the new state. It's called if a member is missing.
  package typealias Adoption = (_ bytes: [UInt8], _ new: () -> Any?) -> DecodedState?

  package let encode: (Any) throws -> EncodedState
  /// Encodes the state's value, without the additional data of snapshots. Used to compare states.
  let value: (Any) throws -> [UInt8]
  package let decode: ([UInt8]) -> DecodedState?
  package let adopt: Adoption

  /// - Parameter adopt: Decodes the state with which a scene continues, or `nil` to decode it like any other state.
  init(
    encode: @escaping (Any) throws -> EncodedState, decode: @escaping ([UInt8]) -> DecodedState?,
    adopt: Adoption? = nil
  ) {
    self.init(
      encode: encode, value: { try encode($0).bytes }, decode: decode,
      adopt: adopt ?? { bytes, _ in decode(bytes) })
  }

  private init(
    encode: @escaping (Any) throws -> EncodedState, value: @escaping (Any) throws -> [UInt8],
    decode: @escaping ([UInt8]) -> DecodedState?, adopt: @escaping Adoption
  ) {
    self.encode = encode
    self.value = value
    self.decode = decode
    self.adopt = adopt
  }

  /// Returns a coder that also leaves secrets out of the encoded state.
  func redacting(_ secrets: SecretTexts) -> StateCoder {
    StateCoder(
      encode: { [encode] state in
        var encoded = try encode(state)
        if let redacted = secrets.redacted(json: encoded.bytes) {
          encoded.bytes = redacted
          encoded.isRedacted = true
        }
        return encoded
      },
      value: { [value] state in
        let bytes = try value(state)
        return secrets.redacted(json: bytes) ?? bytes
      },
      decode: decode, adopt: adopt)
  }

  /// Creates the coder of a type, or returns `nil` if the type isn't `Codable`.
  package init?<State>(_ type: State.Type) {
    guard let type = State.self as? any (Decodable & Encodable).Type else { return nil }
    self.init(coding: type)
  }

  /// Returns an encoder of states.
  /// - Parameter isSnapshot: Whether to include everything that a scene needs to continue, even if it isn't part of the
  ///   state's value.
  package static func encoder(isSnapshot: Bool) -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.userInfo[.isSnapshot] = isSnapshot
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return encoder
  }

  private init<State: Codable>(coding type: State.Type) {
    func encode(_ state: Any, isSnapshot: Bool) throws -> EncodedState {
      guard let state = state as? State else {
        throw EncodingError.invalidValue(
          state, .init(codingPath: [], debugDescription: "The value isn't a \(State.self)."))
      }
      let encoder = Self.encoder(isSnapshot: isSnapshot)
      let shared = SnapshotSharedValues()
      encoder.userInfo[.sharedValues] = shared
      let bytes: [UInt8]
      do {
        bytes = try Array(encoder.encode(state))
      } catch EncodingError.invalidValue(_, let context) {
        // The error is logged, so it must not contain the value, which may be private.
        throw EncodingError.invalidValue(State.self, context)
      }
      return EncodedState(bytes: bytes, holdsShared: shared.areMet)
    }
    let version = StoredVersion()
    self.encode = { state in
      var encoded = try encode(state, isSnapshot: true)
      encoded.bytes = version.adding(to: encoded.bytes)
      return encoded
    }
    value = { try encode($0, isSnapshot: false).bytes }
    decode = { version.decoded($0, by: Self.decoding(State.self)) }
    adopt = { bytes, new in
      version.adopt(
        bytes, new: { new().flatMap { try? encode($0, isSnapshot: true).bytes } },
        by: Self.decoding(State.self), encode: { try? encode($0, isSnapshot: true).bytes })
    }
  }

  private static func decoding<State: Codable>(
    _ type: State.Type
  ) -> ([UInt8]) -> StoredVersion.Attempt {
    { bytes in
      let salvage = Salvage()
      let shared = SnapshotSharedValues()
      let decoder = JSONDecoder()
      decoder.userInfo[.salvage] = salvage
      decoder.userInfo[.sharedValues] = shared
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
      do {
        let state = try decoder.decode(State.self, from: Data(bytes))
        return StoredVersion.Attempt(
          decoded: DecodedState(
            state: state, isWhole: !salvage.hasLost, holdsShared: shared.areMet),
          missing: salvage.missing)
      } catch {
        return StoredVersion.Attempt(
          decoded: nil, missing: (error as? DecodingError)?.missingMember)
      }
    }
  }
}

/// An encoded state.
package struct EncodedState {
  package var bytes: [UInt8]
  /// Whether the state has references to shared values. Another state must not use these references.
  package let holdsShared: Bool
  /// Whether the state has secrets that the bytes don't have.
  package var isRedacted = false
}

/// A decoded state.
package struct DecodedState {
  package let state: Any
  /// Whether everything could be read. If not, the unreadable parts were left out.
  package let isWhole: Bool
  /// Whether the state has references to shared values. Another state must not use these references.
  package let holdsShared: Bool
}
