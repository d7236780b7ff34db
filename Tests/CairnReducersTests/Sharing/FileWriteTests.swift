import CairnDependencies
import CairnReducers
import Foundation
import Synchronization
import Testing

/// Tests how often files are written.
@MainActor @Suite(.timeLimit(.minutes(30))) struct FileWriteTests {
  private let files = RecordedFiles()
  private let clock = TestClock()
  private static let url = URL(filePath: "/count.json")

  private func withFiles(_ body: () async throws -> Void) async rethrows {
    try await withDependencies {
      $0.defaultFileStorage = files
      $0.fileWriteClock = clock
    } operation: {
      try await body()
    }
  }

  /// Returns when the interval after a write has begun.
  private func untilIntervalBegins() async {
    while (try? await clock.checkSuspension()) != nil {}
  }

  @Test func `The first change is written at once, then the latest of each second`() async {
    await withFiles {
      @Shared(.fileStorage(Self.url)) var count = 0
      for number in 1...1000 { $count.withLock { $0 = number } }
      #expect(files.written == ["1"])
      await untilIntervalBegins()
      await clock.advance(by: .milliseconds(999))
      #expect(files.written == ["1"])
      await clock.advance(by: .milliseconds(1))
      await files.untilWritten(2)
      #expect(files.written == ["1", "1000"])
      // This write also began an interval.
      for number in 1001...2000 { $count.withLock { $0 = number } }
      #expect(files.written == ["1", "1000"])
      await untilIntervalBegins()
      await clock.advance(by: .seconds(1))
      await files.untilWritten(3)
      #expect(files.written == ["1", "1000", "2000"])
      await untilIntervalBegins()
      await clock.advance(by: .seconds(1))
      $count.withLock { $0 = 2001 }
      await files.untilWritten(4)
      #expect(files.written == ["1", "1000", "2000", "2001"])
    }
  }

  @Test func `A value that's no longer used is written`() async {
    await withFiles {
      do {
        @Shared(.fileStorage(Self.url)) var count = 0
        for number in 1...3 { $count.withLock { $0 = number } }
        #expect(files.written == ["1"])
      }
      #expect(files.written == ["1", "3"])
      @Shared(.fileStorage(Self.url)) var count = 0
      #expect(count == 3)
    }
  }

  @Test func `Loading or saving writes the latest value first`() async throws {
    try await withFiles {
      @Shared(.fileStorage(Self.url)) var count = 0
      for number in 1...3 { $count.withLock { $0 = number } }
      try await $count.load()
      #expect(count == 3)
      #expect(files.written == ["1", "3"])
      $count.withLock { $0 = 4 }
      try await $count.save()
      #expect(files.written.last == "4")
      // The latest value is in the file, regardless of earlier changes.
      await untilIntervalBegins()
      await clock.advance(by: .seconds(1))
      #expect(files.written.last == "4")
    }
  }

  @Test func `A key with a default value also delays writes`() async {
    await withFiles {
      let key = FileStorageKey<Int>.Default[.fileStorage(Self.url), default: 0]
      @Shared(key) var count
      for number in 1...3 { $count.withLock { $0 = number } }
      #expect(files.written == ["1"])
    }
  }

  @Test func `A process that exits has written all values`() async {
    await #expect(processExitsWith: .success) {
      // This handler runs last, because it was added first.
      atexit {
        let text = try? String(contentsOf: ExitingFile.url, encoding: .utf8)
        try? FileManager.default.removeItem(at: ExitingFile.url)
        _exit(text == "3" ? 0 : 1)
      }
      withDependencies {
        $0.defaultFileStorage = .fileSystem
      } operation: {
        @Shared(.fileStorage(ExitingFile.url)) var count = 0
        for number in 1...3 { $count.withLock { $0 = number } }
        exit(0)
      }
    }
  }
}

private enum ExitingFile {
  static let url = FileManager.default.temporaryDirectory
    .appending(path: "cairn-exit-\(ProcessInfo.processInfo.processIdentifier).json")
}

/// Files in memory that record all writes.
private final class RecordedFiles: FileStorage {
  private struct State {
    var written: [String] = []
    var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  var written: [String] { state.withLock(\.written) }

  func untilWritten(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.written.count < count { state.waiting.append((count, continuation)) }
        return state.written.count >= count
      }
      if isOver { continuation.resume() }
    }
  }

  func load(from url: URL) -> Data? { written.last.map { Data($0.utf8) } }

  func save(_ data: Data, to url: URL) {
    let ready = state.withLock { state in
      state.written.append(String(decoding: data, as: UTF8.self))
      let count = state.written.count
      defer { state.waiting.removeAll { $0.count <= count } }
      return state.waiting.filter { $0.count <= count }.map(\.continuation)
    }
    for continuation in ready { continuation.resume() }
  }

  func setAside(_ url: URL) -> URL { url }
}
