/// A number that the calculation or the simulation needs. Its name is the key in files and options.
package enum CapacityInput: String, CaseIterable, Sendable {
  // What people do.
  case pagesPerMinute, formsPerMinute, scriptShare, liveShare, pushesPerMinute, visitMinutes
  case meanLoad, sceneMinutes
  // A server's processor time.
  case pageTime, formTime, patchTime, pushTime, openTime, beatTime, loadTime, rejectTime
  // A server's bytes.
  case pageSize, patchSize, pushSize, headSize, beatSize, sceneSize, streamSize, socketSize
  // The store's processor time and bytes.
  case shardLoadTime, shardCommitTime, snapshotSize, storedSize
  // Settings.
  case beatSeconds, idleHours, replicas, waitingRequests, deployShare, failoverSeconds
  // Machines and their limits.
  case cores, memory, network, files, ports, shardMemory, clusterNodes, utilization, spares
  // Goals.
  case longestRecovery, longestResponse
  // Other frameworks.
  case liveViewProcess, blazorCircuit

  /// What the number is.
  package var meaning: String {
    switch self {
    case .pagesPerMinute: "Pages that a person opens"
    case .formsPerMinute: "Forms and changed fields that a person sends"
    case .scriptShare: "Forms that the client script sends"
    case .liveShare: "People whose page listens for changes"
    case .pushesPerMinute: "Changes that are pushed to a listening page"
    case .visitMinutes: "The length of a visit"
    case .meanLoad: "The mean number of people, compared with the peak"
    case .sceneMinutes: "How long a server keeps a copy of a scene"
    case .pageTime: "Processor time of a page (GET)"
    case .formTime: "Processor time of a form without the script (POST)"
    case .patchTime: "Processor time of a form with the script, which results in a patch"
    case .pushTime: "Processor time of a pushed change"
    case .openTime: "Processor time of opening a stream"
    case .beatTime: "Processor time of a stream's beat"
    case .loadTime: "Processor time of reading a scene from the store's bytes"
    case .rejectTime: "Processor time of a 503"
    case .pageSize: "A page, compressed"
    case .patchSize: "A form and its patch, compressed"
    case .pushSize: "A pushed change"
    case .headSize: "The heads of a request and its response"
    case .beatSize: "A beat with its packet"
    case .sceneSize: "Memory of an idle session with a scene"
    case .streamSize: "Memory of an open stream"
    case .socketSize: "The kernel's memory of an open stream"
    case .shardLoadTime: "A shard's processor time of a load"
    case .shardCommitTime: "A shard's processor time of a commit and its announcement"
    case .snapshotSize: "Bytes between server and shard for each load or commit"
    case .storedSize: "A stored session with its scene and keys"
    case .beatSeconds: "Time between two beats of a stream"
    case .idleHours: "How long an unused session is stored"
    case .replicas: "Replicas of each shard"
    case .waitingRequests: "Requests that can wait in a server before it returns 503"
    case .deployShare: "The largest share of servers that a deploy replaces at once"
    case .failoverSeconds: "Time until a failed shard's replica takes over"
    case .cores: "Cores of a server"
    case .memory: "Memory of a server"
    case .network: "Network of a server or a shard"
    case .files: "Open files of a process"
    case .ports: "Ports from a proxy's address to a server's port"
    case .shardMemory: "Memory of a shard"
    case .clusterNodes: "Nodes of a Redis cluster"
    case .utilization: "The aim for the use of each part"
    case .spares: "Servers and proxies that can fail"
    case .longestRecovery: "The longest acceptable recovery"
    case .longestResponse: "The longest acceptable response for 99 % of other requests"
    case .liveViewProcess: "A LiveView process"
    case .blazorCircuit: "A Blazor circuit"
    }
  }
}
