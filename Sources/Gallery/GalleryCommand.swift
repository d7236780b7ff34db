import ArgumentParser
import Cairn
import CairnRedis
import CairnSQLite
import CairnServer
import CairnSessions
import Foundation

/// The command that serves the sample applications.
@main
struct GalleryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Gallery",
    abstract: "Serves Cairn's sample applications.",
    subcommands: [
      EndSessionsCommand.self, MapCommand.self, ReplayCommand.self, StringsCommand.self,
    ])

  @OptionGroup var server: ServerOptions

  @OptionGroup var databases: DatabaseOptions

  @Option(
    help: ArgumentHelp(
      "The SQLite file for sessions. It's created if missing. Use :memory: for sessions that end "
        + "with the process, or a URL such as redis://host:6379/0 for sessions in Redis. "
        + "[CAIRN_SESSIONS] (default: sessions.sqlite in the user's data folder)",
      valueName: "path"))
  var sessions: String?

  @Option(
    help: ArgumentHelp(
      "The number of items in a new database. [CAIRN_ITEMS] (default: 4)",
      valueName: "number"))
  var items: String?

  static func main() async {
    ProcessOutput.logEverything()
    await runAsMain()
  }

  func run() async throws {
    do {
      try await serve(try server.settings)
    } catch {
      throw CommandFailure("\(error)")
    }
  }

  private func serve(_ settings: ServerSettings) async throws {
    var settings = settings
    let inventory = try openDatabase(settings)
    defer { try? inventory.close() }
    let members = try openMembers()
    defer { try? members.close() }
    let times = SignInTimes()
    // Unless another time was set, sessions are kept for as long as members stay signed in.
    if settings.sessionIdle == ServerSettings().sessionIdle {
      settings.sessionIdle = times.longestIdle
    }
    let accounts = MemberAccounts(
      .success(members), times: times, origin: GalleryApp.address(settings).url(""))
    let mail = MailClient.log(settings.logger(label: "gallery.mail"))
    let sessions = try openSessions(settings)
    if settings.secretFile == nil, let path = sessionsPath {
      // Servers that share Redis also need the same secret, so they need a copy of this file.
      let isRedis = RedisSessionStore.Configuration.isURL(path)
      let file =
        (isRedis ? DatabaseOptions.dataFolder.appending(path: "cairn/redis").path : path)
        + ".secret"
      try Self.createFolder(of: file)
      settings.secretFile = file
    }
    let server = try GalleryApp.server(settings, sessions: sessions) {
      $0.inventory = .database(inventory)
      $0.members = accounts
      $0.mail = mail
      $0.stockKey = stockKey
    }
    try await server.run { url in
      Server.announce(
        """
        Cairn's gallery is at \(url)
        Try this: Duplicate an item at \(url)/inventory and go Back. Open the page in a second tab. \
        Turn JavaScript off.
        Stop the server in the middle of a form (Ctrl-C), start it again, and continue. Your input is kept.
        """)
    }
    await sessions.close()
  }

  func validate() throws {
    _ = try itemCount
  }

  private var itemCount: Int {
    get throws {
      let environment = ProcessInfo.processInfo.environment["CAIRN_ITEMS"]
      guard let text = items ?? environment.flatMap({ $0.isEmpty ? nil : $0 }) else {
        return Item.samples.count
      }
      guard let count = Int(text), (0...1_000_000).contains(count) else {
        throw ValidationError(
          "\(items == nil ? "CAIRN_ITEMS" : "--items") must be a number from 0 to 1000000, "
            + "not '\(text)'.")
      }
      return count
    }
  }

  /// The key of the webhook, or `nil` if it isn't set. It isn't an option, because other users can see the arguments of a
  /// process.
  private var stockKey: Secret? {
    ProcessInfo.processInfo.environment["CAIRN_STOCK_KEY"].flatMap { $0.isEmpty ? nil : Secret($0) }
  }

  /// The path of the session database or the URL of Redis, or `nil` to keep sessions in memory until the process ends.
  private var sessionsPath: String? {
    let environment = ProcessInfo.processInfo.environment
    let path =
      sessions ?? environment["CAIRN_SESSIONS"].flatMap { $0.isEmpty ? nil : $0 }
      ?? DatabaseOptions.dataFolder.appending(path: "cairn/sessions.sqlite").path
    return path == ":memory:" ? nil : path
  }

  private func openSessions(_ settings: ServerSettings) throws -> any SessionStore {
    guard let path = sessionsPath else { return MemorySessionStore() }
    let logger = settings.logger(label: "cairn.sessions")
    // A URL with another scheme is an error, and not the path of a file.
    if RedisSessionStore.Configuration.isURL(path) || path.contains("://") {
      return try RedisSessionStore(
        configuration: RedisSessionStore.Configuration(url: path), logger: logger)
    }
    try Self.createFolder(of: path)
    return try SQLiteSessionStore(path: path, logger: logger)
  }

  private static func createFolder(of path: String) throws {
    try FileManager.default.createDirectory(
      at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
  }

  private func openDatabase(_ settings: ServerSettings) throws -> InventoryDatabase {
    try open(databases.inventoryPath) { path in
      try InventoryDatabase(
        at: path.map { .file($0) } ?? .memory, seed: Item.seed(count: itemCount),
        logger: settings.logger(label: "gallery.inventory"))
    }
  }

  private func openMembers() throws -> MembersDatabase {
    try open(databases.membersPath) { try MembersDatabase(path: $0) }
  }

  private func open<Database>(
    _ path: String?, _ body: (String?) throws -> Database
  ) throws -> Database {
    let name = path ?? ":memory:"
    do {
      return try body(path)
    } catch let error as CocoaError {
      throw CommandFailure(
        "The database '\(name)' can't be opened: \(error.localizedDescription)")
    } catch {
      throw CommandFailure("The database '\(name)' can't be opened: \(error)")
    }
  }
}

/// The command that draws the screens of the samples.
struct MapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "map", abstract: "Draws a map of all screens and the transitions between them.")

  @OptionGroup var options: MapOptions

  func run() throws { try options.draw(GalleryApp.mounts()) }
}

/// The command that replays a recording of a sample, with a new database that contains the sample items.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Replays a recorded journal and reports the differences.")

  @OptionGroup var options: ReplayOptions

  func run() throws {
    let inventory = try InventoryDatabase(at: .memory, seed: Item.samples)
    defer { try? inventory.close() }
    try options.replay(GalleryApp.mounts()) { $0.inventory = .database(inventory) }
  }
}

/// The command that lists missing and unused texts of the samples.
struct StringsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "strings",
    abstract: "Lists texts that the samples' string catalogs lack, and keys that aren't used.")

  @OptionGroup var options: StringsOptions

  func run() throws { try options.check(GalleryApp.mounts()) }
}

/// An error that ends the command with one line of text and a nonzero status.
struct CommandFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
