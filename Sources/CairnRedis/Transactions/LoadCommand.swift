import CairnSessions

/// A command that reads the data of a query, which is in fields of one hash.
///
/// The fields are the last use, the owner, whether the session is established, the latest forgotten time of issue, the
/// values, the version, the scene if there's one in the query, and the submission if there's one.
enum LoadCommand {
  static func arguments(for query: SessionQuery, keys: Keys) -> RedisArguments {
    var arguments = RedisArguments("HMGET")
    arguments.append(keys.record(query.session))
    for field in ["t", "o", "e", "h", "vr", "v", "n"] { arguments.append(field) }
    if let sceneID = query.mark {
      arguments.append("m" + sceneID.text)
      arguments.append("p" + sceneID.text)
    }
    if let submission = query.submission {
      arguments.append([UInt8(ascii: "a")] + submission.identity)
    }
    return arguments
  }

  /// The number of fields for a query.
  static func count(for query: SessionQuery) -> Int {
    7 + (query.mark == nil ? 0 : 2) + (query.submission == nil ? 0 : 1)
  }
}
