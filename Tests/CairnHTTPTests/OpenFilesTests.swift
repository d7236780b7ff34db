import Glibc
import Testing

@testable import CairnHTTP

@Suite struct OpenFilesTests {
  @Test func `Some file descriptors are reserved for other uses`() {
    #expect(OpenFiles.connections(wanted: 3072, files: 20_000) == 3072)
    #expect(OpenFiles.connections(wanted: 3072, files: 1024) == 768)
    #expect(OpenFiles.connections(wanted: 3072, files: 300) == 150)
    #expect(OpenFiles.connections(wanted: 100, files: .max) == 100)
  }

  @Test func `The limit on open files is raised if possible`() {
    var before = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &before)
    let wanted = Int(clamping: min(before.rlim_cur, 4096)) - OpenFiles.reserve
    #expect(OpenFiles.allow(connections: wanted) == Int(clamping: before.rlim_cur))
    let all = OpenFiles.allow(connections: Int(clamping: min(before.rlim_max, 1 << 20)))
    #expect(all >= Int(clamping: before.rlim_cur))
    #expect(all <= Int(clamping: before.rlim_max))
  }
}
