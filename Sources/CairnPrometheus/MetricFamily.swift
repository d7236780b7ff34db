import OrderedCollections

/// All samples with one name.
package struct MetricFamily: Sendable {
  package enum Kind: String, Sendable {
    case counter, gauge, histogram
  }

  let name: String
  let kind: Kind
  let help: String?
  /// The upper bounds of a histogram's buckets, in ascending order.
  let bounds: [Double]
  var samples: OrderedDictionary<MetricKey, any MetricSample> = [:]

  /// The default bounds, in seconds. They fit requests and calls to other services.
  package static let bounds = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
  ]

  package init(
    _ name: String, _ kind: Kind, _ help: String? = nil, bounds: [Double] = Self.bounds
  ) {
    self.name = name
    self.kind = kind
    self.help = help
    self.bounds = bounds
  }

  /// Appends the samples in Prometheus' text format.
  func write(to text: inout String) {
    if let help { text += "# HELP \(name) \(help)\n" }
    text += "# TYPE \(name) \(kind.rawValue)\n"
    for sample in samples.values { sample.write(to: &text) }
  }
}

/// A metric's name and its dimensions, in Prometheus' format.
struct MetricKey: Hashable, Sendable {
  let name: String
  /// The dimensions without braces, such as `status="2xx"`.
  private let labels: String

  init(_ label: String, _ dimensions: [(String, String)]) {
    name = Self.name(label, allowing: ":")
    labels = dimensions.sorted { $0.0 < $1.0 }
      .map { "\(Self.name($0, allowing: ""))=\"\(Self.escaped($1))\"" }.joined(separator: ",")
  }

  /// Returns the start of a sample's line.
  func text(suffix: String = "", label: String = "") -> String {
    let all = [labels, label].filter { !$0.isEmpty }.joined(separator: ",")
    return all.isEmpty ? "\(name)\(suffix)" : "\(name)\(suffix){\(all)}"
  }

  /// Returns a text that only has letters, digits, and underscores, and doesn't start with a digit.
  private static func name(_ text: String, allowing other: String) -> String {
    let name = String(
      text.map { character in
        let isAllowed = character.isASCII && (character.isLetter || character.isNumber)
        return isAllowed || other.contains(character) ? character : "_"
      })
    return name.first.map { !$0.isNumber } ?? false ? name : "_\(name)"
  }

  private static func escaped(_ value: String) -> String {
    value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}
