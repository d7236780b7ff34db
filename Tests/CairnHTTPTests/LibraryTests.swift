import CairnHTTP
import Testing

/// Tests which versions of libmicrohttpd a server starts with.
struct LibraryTests {
  @Test(
    arguments: [
      ("0.9.75", HeadReading.memory), ("1.0.0", .fields), ("1.0.1", .fields), ("1.10.2", .fields),
      ("2.0.0", .fields), ("0.9.74", nil), ("0.9.76", nil), ("0.9.77", nil), ("0.9.750", nil),
      ("", nil), ("one", nil),
    ] as [(String, HeadReading?)])
  func `The library's version decides how heads are checked`(version: String, reading: HeadReading?)
  {
    #expect(HeadReading(libraryVersion: version) == reading)
  }

  @Test func `The installed library passes its trial`() throws {
    let reading = try #require(HeadReading.ofLibrary)
    let outcome = LibraryTrial.outcome(version: HeadReading.libraryVersion, headReading: reading)
    #expect(outcome == .success(reading))
  }

  @Test func `A version that isn't known to be safe is rejected`() {
    let error = HTTPServerError.libraryUnsupported(
      version: "0.9.77", reason: "its way of reading requests isn't known to be safe")
    #expect(LibraryTrial.outcome(version: "0.9.77", headReading: nil) == .failure(error))
    #expect(
      error.description
        == "libmicrohttpd 0.9.77 isn't supported: its way of reading requests isn't known to be "
        + "safe. Use 0.9.75, or 1.0.0 or newer.")
  }

  /// A library that doesn't read as its version promises. Here, each version is tested as the other.
  @Test func `A library that reads requests differently is rejected`() throws {
    let other = try #require(HeadReading.allCases.first { $0 != HeadReading.ofLibrary })
    guard
      case .failure(.libraryUnsupported(let version, _)) = LibraryTrial.outcome(
        version: "9.9.9", headReading: other)
    else {
      Issue.record("The trial has passed")
      return
    }
    #expect(version == "9.9.9")
  }
}
