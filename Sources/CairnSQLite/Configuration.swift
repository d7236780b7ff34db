extension SQLiteSessionStore {
  /// The options of a store, which determine how it uses its file.
  public struct Configuration: Hashable, Sendable {
    /// The kinds of failures that a committed transaction survives.
    public enum Durability: Hashable, Sendable {
      /// A committed transaction survives the end of the process, even by `kill -9`.
      ///
      /// This is SQLite's `synchronous = NORMAL`. A commit is passed to the operating system, and written to disk at
      /// checkpoints. After a power loss or a crash of the operating system, the latest commits can be missing. The
      /// file is still consistent, and users find their scenes a few actions earlier.
      case processEnd
      /// A committed transaction also survives a power loss.
      ///
      /// This is SQLite's `synchronous = FULL`. Each commit waits for the disk, which limits the number of commits per
      /// second. Committing transactions together helps most here.
      case powerLoss
    }

    /// The kinds of failures that a committed transaction survives.
    public var durability: Durability
    /// How long a transaction waits while another process has locked the file. After that, it fails as `busy`.
    public var busyTimeout: Duration
    /// The maximum size of the database in bytes, or `nil` if only the disk limits it.
    ///
    /// Transactions that exceed the size fail as `full`. The size doesn't include the `-wal` file.
    public var maximumSize: Int?
    /// Whether the structure of the whole file is checked when it's opened.
    ///
    /// This takes about a second per gigabyte. Without the check, damage is found only when the damaged part is read.
    public var checksOnOpening: Bool
    /// The maximum number of connections that read at the same time.
    public var readers: Int

    /// Creates a configuration.
    public init(
      durability: Durability = .processEnd, busyTimeout: Duration = .seconds(5),
      maximumSize: Int? = nil, checksOnOpening: Bool = true, readers: Int = 4
    ) {
      self.durability = durability
      self.busyTimeout = busyTimeout
      self.maximumSize = maximumSize
      self.checksOnOpening = checksOnOpening
      self.readers = readers
    }
  }
}
