import CairnApplications
import Foundation

@testable import CairnRecorder
@testable import CairnServer

/// A journal that is read, replayed with its sample, and written as a test.
struct Journals: FuzzTarget {
  static let name = "journal"
  static let maximumLength = 8192

  private let samples = Samples()

  func run(_ bytes: [UInt8]) {
    guard let journal = try? Journal(bytes: bytes) else { return }
    do {
      let written = try journal.bytes()
      let again = try Journal(bytes: written)
      require(try again.bytes() == written, "the encoded journal is decoded as another one")
      require(again.entries.count == journal.entries.count, "the encoded journal has other entries")
    } catch {
      require(false, "the journal can't be encoded and decoded: \(error)")
    }
    guard let mount = samples.mount(at: journal.head.mount) else { return }
    if let report = try? Replay.report(
      on: journal, of: mount, dependencies: samples.dependencies)
    {
      let forms = journal.entries.count { $0.kind == .form || $0.kind == .back }
      require(report.forms + report.secret <= forms, "more forms were replayed than exist")
      require(report.differences.count <= forms, "there are more differences than forms")
      require(!report.text.isEmpty, "the report is empty")
    }
    samples.withScene(mount) { scene in
      guard let test = try? JournalTest(journal, of: mount, page: scene.page).text else { return }
      require(test.utf8.count <= 64 * bytes.count + 65_536, "the test is longer than expected")
    }
  }
}
