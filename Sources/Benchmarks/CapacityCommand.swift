import ArgumentParser
import Capacity
import Foundation

/// Prints the tables of the article “Capacity”, for any figures.
struct CapacityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "capacity",
    abstract: "Calculates the machines for a number of people, and simulates disruptions.",
    discussion: """
      Prints the tables of the article Capacity. It doesn't measure anything. The standard figures \
      are the measured ones of this project, published ones of other software, and assumptions. \
      Replace them with your own.
      """)

  @Option(
    help: ArgumentHelp(
      "A JSON file with figures, such as {\"pageTime\": {\"value\": 150, \"source\": \"…\"}}.",
      valueName: "path"))
  var inputs: String?

  @Option(help: ArgumentHelp("A figure, such as pageTime=150.", valueName: "name=value"))
  var set: [String] = []

  @Option(help: "A number of people who use the application at the same time.")
  var people: [Double] = []

  @Option(help: "The seed of the simulations.")
  var seed = CapacityReport.seed

  @Flag(help: "Prints the figures as a JSON file, instead of the tables.")
  var printInputs = false

  func validate() throws {
    guard people.allSatisfy({ (1...1e12).contains($0) }) else {
      throw ValidationError("A number of people is out of range.")
    }
  }

  func run() throws {
    var figures = CapacityInputs()
    do {
      if let inputs {
        figures = try CapacityInputs(json: Data(contentsOf: URL(filePath: inputs)))
      }
      for option in set {
        let parts = option.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let value = Double(parts[1]) else {
          throw ValidationError("'\(option)' isn't a name and a number.")
        }
        try figures.set(String(parts[0]), to: value, source: "`--set`")
      }
    } catch let error as CapacityInputError {
      throw ValidationError(error.description)
    }
    if printInputs {
      print(String(decoding: try figures.json, as: UTF8.self))
      return
    }
    let report = CapacityReport(
      inputs: figures, people: people.isEmpty ? CapacityReport.people : people, seed: seed)
    for table in report.tables { print("## \(table.title)\n\n\(table.text)\n") }
  }
}
