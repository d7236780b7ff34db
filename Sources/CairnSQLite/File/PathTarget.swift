#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The file that a path currently names.
enum PathTarget: Hashable, Sendable {
  /// A file with its device and inode numbers. No other file has these numbers while the file is open.
  case file(device: UInt64, inode: UInt64)
  case nothing
  /// The system can't determine the file, for example because a parent directory isn't searchable.
  case unknown

  init(_ path: String) {
    var status = stat()
    if stat(path, &status) == 0 {
      self = .file(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    } else {
      self = errno == ENOENT || errno == ENOTDIR ? .nothing : .unknown
    }
  }
}
