/// The meaning of an error reply for the client.
enum ReplyError: Hashable {
  /// The node doesn't know the hash of the script.
  case unknownScript
  /// Another node has the slot.
  case moved(slot: Int, RedisAddress)
  /// Another node has this key already, while the slot is being moved there.
  case ask(RedisAddress)
  /// The node can't carry out the command now, but soon.
  case notYet
  /// The node has become a replica.
  case replica
  /// Any other error.
  case final

  /// Interprets the text of an error reply.
  ///
  /// - Parameter host: The host of the node that has replied, in case it doesn't know its own host.
  init(_ text: String, host: String) {
    let words = text.split(separator: " ")
    switch words.first {
    case "NOSCRIPT": self = .unknownScript
    case "MOVED", "ASK":
      guard words.count >= 3, let slot = Int(words[1]), (0..<HashSlot.count).contains(slot),
        let colon = words[2].lastIndex(of: ":"),
        let port = Int(words[2][words[2].index(after: colon)...])
      else {
        self = .final
        return
      }
      let name = String(words[2][..<colon])
      let address = RedisAddress(host: name.isEmpty ? host : name, port: port)
      self = words[0] == "ASK" ? .ask(address) : .moved(slot: slot, address)
    case "TRYAGAIN", "CLUSTERDOWN", "LOADING", "MASTERDOWN", "BUSY": self = .notYet
    case "READONLY": self = .replica
    default: self = .final
    }
  }
}
