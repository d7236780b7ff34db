/// A number with its unit and its origin.
package struct CapacityFigure: Sendable, Equatable {
  package let value: Double
  package let unit: Unit
  package let origin: Origin
  /// The program, publication, or option that the number is from, or the reason for an assumption.
  package let source: String

  package enum Unit: String, Sendable {
    case bytes
    case bytesPerSecond = "bytes/s"
    case count = ""
    case hours = "h"
    case microseconds = "µs"
    case minutes = "min"
    case perMinute = "per minute"
    case seconds = "s"
    case share = "%"
  }

  /// How far a number can be trusted.
  package enum Origin: String, Sendable {
    /// By this project's benchmarks.
    case measured
    /// By the makers of other software.
    case published
    /// A default or a constant of Cairn.
    case shipped
    /// Neither measured nor published. Replace it with a figure of your own.
    case assumed
    /// From a file or an option.
    case given
  }

  /// The number with its unit. Shares are in percent.
  package var text: String {
    let number = Decimals.text(unit == .share ? value * 100 : value, digits: 2)
    return unit == .count ? number : "\(number) \(unit.rawValue)"
  }
}
