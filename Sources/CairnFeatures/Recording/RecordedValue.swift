import Foundation

/// Decodes a value from the JSON in a journal.
package func recordedValue<Value: Decodable>(_ json: String) throws -> Value {
  let decoder = JSONDecoder()
  decoder.nonConformingFloatDecodingStrategy = .convertFromString(
    positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
  return try decoder.decode(Value.self, from: Data(json.utf8))
}
