import CairnSessions

/// The replies of the scripts and commands of the store. Each returns `nil` for a reply that the store never gets,
/// unless another program has changed its keys.
extension RedisReply {
  /// Returns the result of ``Script/commit``.
  ///
  /// - Throws: An error if the new ID of the session is taken.
  func commitResult(
    of transaction: SessionTransaction
  ) throws(SessionStoreError) -> CommitResult? {
    guard let parts = array, let kind = parts.first?.text else { return nil }
    switch kind {
    case "committed":
      guard parts.count == 4, let version = parts[3].integer,
        let scenes = parts[1].all({ $0.text.flatMap { StoredScene.Mark($0) } }),
        let sessions = parts[2].all({ $0.text.flatMap { StoredSession.ID(hex: $0) } })
      else { return nil }
      return .committed(
        EvictionReport(scenes: scenes, sessions: sessions), version: UInt64(version))
    case "answered": return parts.count == 2 ? parts[1].text.map { .answered($0) } : nil
    case "forgotten": return .forgotten
    case "taken": throw .isTaken(transaction.renaming ?? transaction.session)
    case "values":
      guard parts.count > 1 else { return .valuesConflict(nil) }
      guard parts.count == 3, let values = StoredValues(parts[1], parts[2]) else { return nil }
      return .valuesConflict(values)
    case "conflict":
      guard parts.count % 3 == 1 else { return nil }
      var conflicts: [SceneConflict] = []
      for start in stride(from: 1, to: parts.count, by: 3) {
        guard let sceneID = parts[start].text.flatMap({ StoredScene.Mark($0) }) else { return nil }
        let current = StoredScene(sceneID, parts[start + 1], parts[start + 2])
        guard current != nil || parts[start + 1].isNothing else { return nil }
        conflicts.append(SceneConflict(mark: sceneID, current: current))
      }
      return .conflict(conflicts)
    default: return nil
    }
  }

  /// Returns the result of ``LoadCommand``.
  func loadResult(for query: SessionQuery) -> SessionLoadResult? {
    guard var fields = array, fields.count == LoadCommand.count(for: query) else { return nil }
    if fields[0].isNothing { return SessionLoadResult() }
    guard let time = fields[0].text.flatMap({ Int64($0) }) else { return nil }
    var result = SessionLoadResult(
      lastUse: SessionTime(microsecondsSince1970: time),
      isEstablished: fields[2].text == "1", version: fields[6].text.flatMap { UInt64($0) })
    if let owner = fields[1].text {
      result.owner = StoredSession.Owner(owner)
      guard result.owner != nil else { return nil }
    }
    if !fields[4].isNothing {
      result.values = StoredValues(fields[4], fields[5])
      guard result.values != nil else { return nil }
    }
    if let submission = query.submission {
      let answer = fields.removeLast()
      if let bytes = answer.bytes {
        guard let text = String(validating: bytes.dropFirst(8), as: UTF8.self) else { return nil }
        result.submission = .answered(text)
      } else if let horizon = fields[3].bytes,
        !horizon.lexicographicallyPrecedes(submission.issuedBytes)
      {
        result.submission = .forgotten
      }
    }
    if let sceneID = query.mark, !fields[7].isNothing {
      result.scene = StoredScene(sceneID, fields[7], fields[8])
      guard result.scene != nil else { return nil }
    }
    return result
  }

  /// Returns the result of ``Script/summaries``.
  var summaries: [SceneSummary]? {
    guard let parts = array, parts.count.isMultiple(of: 3) else { return nil }
    var summaries: [SceneSummary] = []
    for start in stride(from: 0, to: parts.count, by: 3) {
      guard let sceneID = parts[start].text.flatMap({ StoredScene.Mark($0) }),
        let (revision, lastUse) = parts[start + 1].head, let size = parts[start + 2].integer
      else { return nil }
      summaries.append(
        SceneSummary(mark: sceneID, revision: revision, size: Int(size), lastUse: lastUse))
    }
    return summaries
  }

  /// Returns the result of ``Script/removal``.
  var removed: [StoredSession]? {
    guard let parts = array, parts.count.isMultiple(of: 2) else { return nil }
    var removed: [StoredSession] = []
    for start in stride(from: 0, to: parts.count, by: 2) {
      guard let id = parts[start].text.flatMap({ StoredSession.ID(hex: $0) }),
        let time = parts[start + 1].text.flatMap({ Int64($0) })
      else { return nil }
      removed.append(
        StoredSession(id: id, lastUse: SessionTime(microsecondsSince1970: time)))
    }
    return removed
  }

  /// The revision and the last use of a scene, which are separated by a space.
  fileprivate var head: (revision: UInt64, lastUse: SessionTime)? {
    guard let parts = text?.split(separator: " "), parts.count == 2,
      let revision = UInt64(parts[0]), let time = Int64(parts[1])
    else { return nil }
    return (revision, SessionTime(microsecondsSince1970: time))
  }

  private func all<Value>(_ read: (RedisReply) -> Value?) -> [Value]? {
    guard let replies = array else { return nil }
    let values = replies.compactMap(read)
    return values.count == replies.count ? values : nil
  }
}

extension StoredScene {
  fileprivate init?(_ mark: Mark, _ head: RedisReply, _ payload: RedisReply) {
    guard let (revision, lastUse) = head.head, let payload = payload.bytes else { return nil }
    self.init(mark: mark, revision: revision, payload: payload, lastUse: lastUse)
  }
}

extension StoredValues {
  fileprivate init?(_ revision: RedisReply, _ payload: RedisReply) {
    guard let revision = revision.text.flatMap({ UInt64($0) }), let payload = payload.bytes
    else { return nil }
    self.init(revision: revision, payload: payload)
  }
}
