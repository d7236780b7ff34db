extension CapacityInput {
  /// The figure that's used unless a file or an option replaces it.
  package var standard: CapacityFigure {
    switch self {
    // `scripts/benchmark --only servers` measures the costs of the store, and prints these lines.
    case .loadTime: .assumed(50, .microseconds, "A snapshot of this size is decoded")
    case .shardLoadTime:
      .assumed(20, .microseconds, "2.5 times a GET of Redis's own benchmark without pipelining")
    case .shardCommitTime:
      .assumed(50, .microseconds, "A script with six commands of that benchmark")
    case .snapshotSize: .assumed(4096, .bytes, "The size in the benchmark of commits")
    case .storedSize: .assumed(8192, .bytes, "Twice a snapshot")
    // Everything else.
    case .pagesPerMinute: .assumed(1, .perMinute, "A person who works with forms")
    case .formsPerMinute: .assumed(2, .perMinute, "A person who works with forms")
    case .scriptShare: .assumed(0.95, .share, "Most browsers run scripts")
    case .liveShare: .assumed(0.5, .share, "Half of the pages show data of others")
    case .pushesPerMinute: .assumed(1, .perMinute, "As many as pages")
    case .visitMinutes: .assumed(20, .minutes, "A task at work")
    case .meanLoad: .assumed(0.5, .share, "A day with a peak")
    case .sceneMinutes: .assumed(5, .minutes, "Chosen with `--max-live-scenes`")
    case .pageTime: .measured(189, .microseconds, "get", "50 rows, on a loaded machine")
    case .formTime: .measured(344, .microseconds, "post", "Fields, 16 sessions at once")
    case .patchTime: .measured(320, .microseconds, "live", "A switch, 1,000 rows")
    case .pushTime:
      .measured(110, .microseconds, "streams", "10,000 streams in 549 ms on two cores")
    case .openTime: .assumed(189, .microseconds, "As much as a page")
    case .beatTime: .assumed(10, .microseconds, "One system call and its packet")
    case .rejectTime: .assumed(20, .microseconds, "A response without a session")
    case .pageSize: .measured(4100, .bytes, "live", "50 rows")
    case .patchSize: .measured(410, .bytes, "live", "A switch, 1,000 rows")
    case .pushSize: .measured(206, .bytes, "live", "A row that another session changes")
    case .headSize: .assumed(700, .bytes, "Fields of a browser and a proxy")
    case .beatSize: .assumed(100, .bytes, "An event of 19 bytes, with TCP and IP")
    case .sceneSize: .measured(10_000, .bytes, "memory", "Rounded up")
    case .streamSize: .measured(1536, .bytes, "streams", "Above its scene")
    case .socketSize: .assumed(4096, .bytes, "A socket with empty buffers, and its file")
    case .beatSeconds: .shipped(15, .seconds, "`/~live`")
    case .idleHours: .shipped(12, .hours, "`--session-idle`")
    case .replicas: .assumed(1, .count, "One copy of each shard")
    case .waitingRequests: .shipped(1024, .count, "Jobs that wait for a worker")
    case .deployShare: .assumed(0.05, .share, "One server of twenty")
    case .failoverSeconds:
      .published(17, .seconds, "`cluster-node-timeout` of 15 s, and 2 s for the election")
    case .cores: .assumed(16, .count, "A machine of medium size")
    case .memory: .assumed(64e9, .bytes, "A machine of medium size")
    case .network: .assumed(1.25e9, .bytesPerSecond, "10 Gbit/s")
    case .files: .published(524_288, .count, "The hard limit of systemd's services")
    case .ports: .published(28_232, .count, "Linux's `ip_local_port_range`")
    case .shardMemory: .assumed(32e9, .bytes, "A node of a cluster")
    case .clusterNodes: .published(1000, .count, "Redis's cluster specification")
    case .utilization: .assumed(0.5, .share, "Room for bursts, and for the copies of a snapshot")
    case .spares: .assumed(1, .count, "One at a time")
    case .longestRecovery: .assumed(30, .seconds, "People notice, but don't leave")
    case .longestResponse: .assumed(0.5, .seconds, "People notice, but aren't interrupted")
    case .liveViewProcess: .published(40_000, .bytes, "The Pragmatic Studio")
    case .blazorCircuit: .published(250_000, .bytes, "Microsoft")
    }
  }
}

extension CapacityFigure {
  fileprivate static func assumed(_ value: Double, _ unit: Unit, _ reason: String) -> Self {
    Self(value: value, unit: unit, origin: .assumed, source: reason)
  }

  fileprivate static func measured(
    _ value: Double, _ unit: Unit, _ part: String, _ remark: String
  ) -> Self {
    Self(
      value: value, unit: unit, origin: .measured,
      source: "\(remark) (`scripts/benchmark --only \(part)`)")
  }

  fileprivate static func published(_ value: Double, _ unit: Unit, _ source: String) -> Self {
    Self(value: value, unit: unit, origin: .published, source: source)
  }

  fileprivate static func shipped(_ value: Double, _ unit: Unit, _ source: String) -> Self {
    Self(value: value, unit: unit, origin: .shipped, source: source)
  }
}
