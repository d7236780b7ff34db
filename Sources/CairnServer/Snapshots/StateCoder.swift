import CairnReducers
import Foundation

/// Turns the state of an application into bytes, and bytes into as much of it as still can be read.
struct StateCoder {
  let encode: (Any) throws -> [UInt8]
  let decode: ([UInt8]) -> DecodedState?

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
      encoder.userInfo[.isSnapshot] = true
      encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
      return try Array(encoder.encode(state))
    }
    decode = { bytes in
      let salvage = Salvage()
      let decoder = JSONDecoder()
      decoder.userInfo[.salvage] = salvage
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
      guard let state = try? decoder.decode(State.self, from: Data(bytes)) else { return nil }
      return DecodedState(state: state, isWhole: !salvage.hasLost)
    }
  }
}

/// A state that was read from bytes.
struct DecodedState {
  let state: Any
  /// Whether nothing was left out because it could not be read any more.
  let isWhole: Bool
}
