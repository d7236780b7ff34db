import CairnHTTP
import DequeModule

/// A queue of jobs. Clients take turns, and each client's jobs keep their order.
struct JobQueue {
  private var jobs: [AddressGroup?: Deque<WorkerPool.Job>] = [:]
  /// The clients that have jobs, in the order of their turns.
  private var turns: Deque<AddressGroup?> = []
  private(set) var count = 0

  func count(of client: AddressGroup?) -> Int { jobs[client]?.count ?? 0 }

  mutating func append(_ job: WorkerPool.Job) {
    if jobs[job.client] == nil { turns.append(job.client) }
    jobs[job.client, default: []].append(job)
    count += 1
  }

  /// Removes and returns the next job of the first client that's allowed to work.
  mutating func popFirst(where mayWork: (AddressGroup?) -> Bool) -> WorkerPool.Job? {
    guard let turn = turns.firstIndex(where: mayWork) else { return nil }
    let client = turns.remove(at: turn)
    let job = jobs[client]?.popFirst()
    if jobs[client]?.isEmpty == true { jobs[client] = nil } else { turns.append(client) }
    count -= 1
    return job
  }
}
