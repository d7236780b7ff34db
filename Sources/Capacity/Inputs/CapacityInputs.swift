package import Foundation

/// The standard figures of a calculation, and the figures that replace them.
package struct CapacityInputs: Sendable {
  private var given: [CapacityInput: CapacityFigure] = [:]

  package init() {}

  /// Reads a JSON object. Each key is the name of an input, and each value is an object with a `value` and its `source`.
  ///
  /// For example: `{"pageTime": {"value": 150, "source": "our machine, 3 December"}}`. Times, sizes, and rates have the
  /// units of the standard figures. Shares are between 0 and 1.
  ///
  /// - Throws: `CapacityInputError`, or an error of `JSONDecoder`.
  package init(json: Data) throws {
    let entries = try JSONDecoder().decode([String: Entry].self, from: json)
    for (name, entry) in entries.sorted(by: { $0.key < $1.key }) {
      try set(name, to: entry.value, source: entry.source)
    }
  }

  private struct Entry: Codable {
    let value: Double
    let source: String
  }

  /// All figures, in the form that ``init(json:)`` reads.
  package var json: Data {
    get throws {
      let entries = CapacityInput.allCases.map { input in
        let figure = figure(input)
        return (
          input.rawValue,
          Entry(value: figure.value, source: "\(figure.origin.rawValue): \(figure.source)")
        )
      }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(Dictionary(uniqueKeysWithValues: entries))
    }
  }

  /// Replaces a figure.
  ///
  /// - Throws: `CapacityInputError` if there's no input with this name, the value isn't possible, or the source is empty.
  package mutating func set(_ name: String, to value: Double, source: String) throws {
    guard let input = CapacityInput(rawValue: name) else {
      throw CapacityInputError.unknownName(name)
    }
    guard !source.isEmpty else { throw CapacityInputError.missingSource(name) }
    guard input.allows(value) else { throw CapacityInputError.impossibleValue(name, value) }
    given[input] = CapacityFigure(
      value: value, unit: input.standard.unit, origin: .given, source: source)
  }

  package func figure(_ input: CapacityInput) -> CapacityFigure { given[input] ?? input.standard }

  /// The value of a figure, in its unit.
  package subscript(_ input: CapacityInput) -> Double { figure(input).value }

  /// The value of a time, in seconds.
  func seconds(_ input: CapacityInput) -> Double {
    let figure = figure(input)
    switch figure.unit {
    case .microseconds: return figure.value / 1e6
    case .minutes: return figure.value * 60
    case .hours: return figure.value * 3600
    default: return figure.value
    }
  }

  /// The number of times per second.
  func rate(_ input: CapacityInput) -> Double { self[input] / 60 }
}

extension CapacityInput {
  /// Whether a calculation with this value is possible.
  fileprivate func allows(_ value: Double) -> Bool {
    guard value.isFinite, value >= 0 else { return false }
    switch self {
    case .cores, .memory, .network, .files, .ports, .shardMemory, .clusterNodes, .beatSeconds,
      .visitMinutes, .waitingRequests:
      return value > 0
    case .utilization: return value > 0 && value <= 1
    default: return standard.unit != .share || value <= 1
    }
  }
}

/// A figure that can't be used.
package enum CapacityInputError: Error, Equatable, CustomStringConvertible {
  case unknownName(String)
  case missingSource(String)
  case impossibleValue(String, Double)

  package var description: String {
    switch self {
    case .unknownName(let name): "There's no figure '\(name)'."
    case .missingSource(let name): "The figure '\(name)' has no source."
    case .impossibleValue(let name, let value): "The figure '\(name)' can't be \(value)."
    }
  }
}
