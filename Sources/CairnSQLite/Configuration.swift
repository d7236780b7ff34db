extension SQLiteSessionStore {
  /// How a store uses its file.
  public struct Configuration: Hashable, Sendable {
    /// What a committed transaction outlives.
    public enum Durability: Hashable, Sendable {
      /// The end of the process, be it by `kill -9`.
      ///
      /// SQLite's `synchronous = NORMAL`: a commit is handed to the operating system, and brought
      /// to the disk at checkpoints. After a loss of power, or a crash of the operating system, the
      /// last commits may be missing: the file is then as it was a moment before, whole and
      /// consistent. Users find their scenes a few actions back.
      case processEnd
      /// A loss of power too.
      ///
      /// SQLite's `synchronous = FULL`: each commit waits for the disk. How many there are in a
      /// second is up to the disk; committing together helps most here.
      case powerLoss
    }

    public var durability: Durability
    /// How long a transaction waits for another process that has the file locked, before it fails
    /// as `busy`.
    public var busyTimeout: Duration
    /// The largest size of the database, in bytes; beyond it transactions fail as `full`. Nil
    /// leaves it to the disk. The `-wal` file comes on top.
    public var maximumSize: Int?
    /// Whether the structure of the whole file is checked when it is opened, which takes about a
    /// second for a gigabyte. Without it damage is found where it is met.
    public var checksOnOpening: Bool
    /// The most connections that read at the same time.
    public var readers: Int

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
