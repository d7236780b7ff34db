import CairnFeatures
import CairnReducers
import Foundation

/// Turns the state of an application into bytes, and bytes into as much of it as still can be read.
struct StateCoder {
  let encode: (Any) throws -> EncodedState
  let decode: ([UInt8]) -> DecodedState?

  init(
    encode: @escaping (Any) throws -> EncodedState, decode: @escaping ([UInt8]) -> DecodedState?
  ) {
    self.encode = encode
    self.decode = decode
  }

  /// The coder of a type; nil where it is not `Codable`.
  init?<State>(_ type: State.Type) {
    guard let type = State.self as? any (Decodable & Encodable).Type else { return nil }
    self.init(coding: type)
  }

  private init<State: Codable>(coding type: State.Type) {
    encode = { state in
      guard let state = state as? State else {
        throw EncodingError.invalidValue(
          state, .init(codingPath: [], debugDescription: "It is no \(State.self)."))
      }
      let encoder = JSONEncoder()
      let shared = SnapshotSharedValues()
      encoder.userInfo[.isSnapshot] = true
      encoder.userInfo[.sharedValues] = shared
      encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
      let bytes = try Array(encoder.encode(state))
      return EncodedState(bytes: bytes, holdsShared: shared.areMet)
    }
    decode = { bytes in
      let salvage = Salvage()
      let shared = SnapshotSharedValues()
      let decoder = JSONDecoder()
      decoder.userInfo[.salvage] = salvage
      decoder.userInfo[.sharedValues] = shared
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
      guard let state = try? decoder.decode(State.self, from: Data(bytes)) else { return nil }
      return DecodedState(
        state: state, isWhole: !salvage.hasLost, holdsShared: shared.areMet)
    }
  }
}

/// A state as bytes.
struct EncodedState {
  let bytes: [UInt8]
  /// Whether the state leads to shared values, which another state must not lead to.
  let holdsShared: Bool
}

/// A state that was read from bytes.
struct DecodedState {
  let state: Any
  /// Whether nothing was left out because it could not be read any more.
  let isWhole: Bool
  /// Whether it leads to shared values, which another state must not lead to.
  let holdsShared: Bool
}
