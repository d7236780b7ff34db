#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Which file a path names at the moment.
enum PathTarget: Hashable, Sendable {
  /// The numbers by which the system knows it. While it is open no other file has them.
  case file(device: UInt64, inode: UInt64)
  case nothing
  /// The system does not say, as where a directory on the way must not be searched.
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
