import ArgumentParser
import Foundation

/// The option for the databases of the samples.
struct DatabaseOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The SQLite database of the inventory. It's created if missing. [CAIRN_DATABASE] "
        + "(default: inventory.sqlite in the user's data folder)", valueName: "path"))
  var database: String?

  /// The path of the inventory's database, or `nil` for a database in memory.
  var inventoryPath: String? {
    let environment = ProcessInfo.processInfo.environment
    let path =
      database ?? environment["CAIRN_DATABASE"].flatMap { $0.isEmpty ? nil : $0 }
      ?? Self.dataFolder.appending(path: "cairn/inventory.sqlite").path
    return path == ":memory:" ? nil : path
  }

  /// The path of the database of members, which is next to the inventory's.
  var membersPath: String? {
    inventoryPath.map {
      URL(filePath: $0).deletingPathExtension().appendingPathExtension("members.sqlite").path
    }
  }

  /// The folder for the user's application data, according to the XDG Base Directory Specification.
  static var dataFolder: URL {
    let environment = ProcessInfo.processInfo.environment
    let folder = { (name: String) -> URL? in
      environment[name].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
    }
    return folder("XDG_DATA_HOME") ?? folder("HOME")?.appending(path: ".local/share")
      ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: ".local/share")
  }
}
