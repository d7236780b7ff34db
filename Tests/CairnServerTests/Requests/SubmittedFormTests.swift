import Glibc
import Testing

@testable import CairnServer

@Suite struct SubmittedFormTests {
  @Test func `Field names are compared as bytes`() {
    let form = SubmittedForm([
      (name: "~token", value: "first"), (name: "~tap", value: "000000000000002a"),
      (name: "~token\u{301}", value: "other"), (name: "~tap\u{301}", value: "0000000000000001"),
    ])
    #expect(form.token == "first")
    #expect(form.tap == 42)
    #expect(form.fields.isEmpty)
  }

  /// Measures the thread's CPU time.
  @Test func `A name made of combining marks is read in linear time`() {
    let name = "~" + String(repeating: "\u{301}\u{323}\u{327}", count: 20_000)
    let before = Self.workedSeconds
    _ = SubmittedForm([(name: name, value: "")])
    #expect(Self.workedSeconds - before < 0.2)
  }

  private static var workedSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
