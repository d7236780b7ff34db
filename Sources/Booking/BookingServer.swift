import ArgumentParser
import Cairn
import CairnSQLite
import CairnServer
import CairnSessions
import Foundation
import GRDB

@main
struct BookingServer {
  /// Serves the application. Its data is in the folder that the environment variable `BOOKING_DATA` names, by default
  /// `booking-data` in the working directory.
  static func main() async {
    do {
      var settings = try ServerOptions.parseOrExit().settings
      let folder = URL(
        filePath: ProcessInfo.processInfo.environment["BOOKING_DATA"] ?? "booking-data")
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      settings.secretFile = settings.secretFile ?? folder.appending(path: "secret").path
      let database = try HouseDatabase(path: folder.appending(path: "booking.sqlite").path)
      let sessions = try SQLiteSessionStore(
        path: folder.appending(path: "sessions.sqlite").path,
        logger: settings.logger(label: "booking.sessions"))
      let server = try server(settings, sessions, database)
      try await server.run()
      await sessions.close()
      try database.writer.close()
    } catch {
      ServerOptions.exit(withError: error)
    }
  }

  /// Creates the server, also for tests.
  static func server(
    _ settings: ServerSettings, _ sessions: any SessionStore, _ database: HouseDatabase,
    withDependencies prepare: (inout DependencyValues) -> Void = { _ in }
  ) throws -> Server {
    var settings = settings
    // Files that the operator passes with --public replace these.
    settings.publicDirectories.insert(BookingApp.resources + "/Public", at: 0)
    settings.templateDirectory = settings.templateDirectory ?? BookingApp.resources + "/Templates"
    let check = HealthCheck("database") {
      _ = try await database.writer.read(Reservation.fetchCount)
    }
    return try Server(settings: settings, sessions: sessions, checks: [check]) {
      $0.house = database
      prepare(&$0)
    } mounts: {
      Mount("/", BookingApp.self)
    }
  }
}
