import CairnHTTP

/// Jobs that wait. Clients take turns, and each client's own jobs keep their order.
struct JobQueue {
  private var jobs: [AddressGroup?: Jobs] = [:]
  /// The clients that have jobs, whose turn is next first.
  private var turns: [AddressGroup?] = []
  private(set) var count = 0

  func count(of client: AddressGroup?) -> Int { jobs[client]?.count ?? 0 }

  mutating func append(_ job: WorkerPool.Job) {
    if jobs[job.client] == nil { turns.append(job.client) }
    jobs[job.client, default: Jobs()].append(job)
    count += 1
  }

  /// Takes the next job of the first client that may have one.
  mutating func popFirst(where mayWork: (AddressGroup?) -> Bool) -> WorkerPool.Job? {
    guard let turn = turns.firstIndex(where: mayWork) else { return nil }
    let client = turns.remove(at: turn)
    let job = jobs[client]?.popFirst()
    if jobs[client]?.count == 0 { jobs[client] = nil } else { turns.append(client) }
    count -= 1
    return job
  }
}

/// The jobs of one client. Taking the first takes constant time.
private struct Jobs {
  private var jobs: [WorkerPool.Job?] = []
  private var first = 0

  var count: Int { jobs.count - first }

  mutating func append(_ job: WorkerPool.Job) {
    jobs.append(job)
  }

  mutating func popFirst() -> WorkerPool.Job? {
    guard first < jobs.count else { return nil }
    defer {
      jobs[first] = nil
      first += 1
      if first * 2 > jobs.count, first > 32 || first == jobs.count {
        jobs.removeFirst(first)
        first = 0
      }
    }
    return jobs[first]
  }
}
