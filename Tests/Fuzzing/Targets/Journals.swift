import CairnApplications
import Foundation

@testable import CairnRecorder
@testable import CairnServer

/// A journal, read, run again on its sample, and written as a test.
struct Journals: FuzzTarget {
  static let name = "journal"
  static let maximumLength = 8192

  private let samples = Samples()

  func run(_ bytes: [UInt8]) {
    guard let journal = try? Journal(bytes: bytes) else { return }
    do {
      let written = try journal.bytes()
      let again = try Journal(bytes: written)
      require(try again.bytes() == written, "written and read it is another one")
      require(again.entries.count == journal.entries.count, "it has other entries")
    } catch {
      require(false, "what is read can not be written and read: \(error)")
    }
    guard let mount = samples.mount(at: journal.head.mount) else { return }
    if let report = try? Replay.report(
      on: journal, of: mount, dependencies: samples.dependencies)
    {
      let forms = journal.entries.count { $0.kind == .form || $0.kind == .back }
      require(report.forms + report.secret <= forms, "more was run than there is")
      require(report.differences.count <= forms, "more differs than there is")
      require(!report.text.isEmpty, "nothing is said")
    }
    samples.withScene(mount) { scene in
      guard let test = try? JournalTest(journal, of: mount, page: scene.page).text else { return }
      require(test.utf8.count <= 64 * bytes.count + 65_536, "the test has grown")
    }
  }
}
