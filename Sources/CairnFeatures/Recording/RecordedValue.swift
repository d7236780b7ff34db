import Foundation

/// Reads a value that a journal has as JSON.
package func recordedValue<Value: Decodable>(_ json: String) throws -> Value {
  let decoder = JSONDecoder()
  decoder.nonConformingFloatDecodingStrategy = .convertFromString(
    positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
  return try decoder.decode(Value.self, from: Data(json.utf8))
}
