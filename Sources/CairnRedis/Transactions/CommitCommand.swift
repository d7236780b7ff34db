import CairnSessions

/// The arguments of ``Script/commit``.
///
/// In this order, they are the prefix of the keys, the session, its new ID, the token of this attempt, the time, the
/// expiry, whether the session is required, whether the transaction stores something, the client, the owner (`+` and the
/// owner, or `-`), the submission with its time of issue and its answer, the operation on the values (`r` or `w`) with
/// the expected revision, the new revision, and the payload, the limits, whether the version changes, whether replicas
/// must also confirm earlier writes, and the text that follows the version in the announcement of the change. Then come
/// the lists of writes, removals, and touches, each with its count first. An empty argument means `nil`.
///
/// The last argument is the server that makes the transaction, or empty for a server without leases.
struct CommitCommand {
  private(set) var arguments = RedisArguments()

  init(_ transaction: SessionTransaction, shards: Shards, token: UInt64, confirms: Bool) {
    arguments.append(shards[transaction.session].prefix)
    arguments.append(transaction.session.hex)
    arguments.append(transaction.renaming?.hex ?? [])
    arguments.append(withUnsafeBytes(of: token) { Array($0) })
    arguments.append(transaction.time.microsecondsSince1970)
    append(transaction.expiry?.microsecondsSince1970)
    arguments.append(transaction.requiresSession)
    arguments.append(transaction.storesSomething)
    append(transaction.client?.bits)
    switch transaction.owner {
    case .set(let owner): arguments.append([UInt8(ascii: "+")] + owner.bytes)
    case .clear: arguments.append("-")
    case nil: arguments.append("")
    }
    arguments.append(transaction.answer?.submission.identity ?? [])
    arguments.append(transaction.answer?.submission.issuedBytes ?? [])
    arguments.append(transaction.answer?.text ?? "")
    switch transaction.values {
    case .write: arguments.append("w")
    case .read: arguments.append("r")
    case nil: arguments.append("")
    }
    append(transaction.values?.expected)
    append(transaction.values?.write?.revision)
    arguments.append(transaction.values?.write?.payload ?? [])
    append(transaction.limits.part(of: shards.all.count))
    arguments.append(transaction.changesSession)
    arguments.append(confirms)
    arguments.append(SessionChange.Contents(transaction).text)
    arguments.append(transaction.writes.count)
    for write in transaction.writes {
      arguments.append(write.mark.text)
      append(write.replacing)
      arguments.append(write.revision)
      arguments.append(write.payload)
    }
    arguments.append(transaction.removals.count)
    for removal in transaction.removals {
      arguments.append(removal.mark.text)
      append(removal.revision)
    }
    arguments.append(transaction.touches.count)
    for sceneID in transaction.touches { arguments.append(sceneID.text) }
    arguments.append(transaction.leaseHolder?.description ?? "")
  }

  private mutating func append(_ limits: SessionLimits) {
    for limit in [
      limits.scenesPerSession, limits.submissionsPerSession, limits.largestSession,
      limits.sessions, limits.bytes, limits.sessionsPerClient, limits.bytesPerClient,
    ] {
      // Lua's numbers are exact up to 2^53.
      arguments.append(min(limit, 1 << 53))
    }
  }

  private mutating func append(_ number: (some BinaryInteger)?) {
    if let number { arguments.append(number) } else { arguments.append("") }
  }
}
