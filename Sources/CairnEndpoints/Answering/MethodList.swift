import CairnHTTP

/// The `Allow` field.
enum MethodList {
  /// Returns the field for the methods of endpoints, in a fixed order. `HEAD` and `OPTIONS` are added.
  static func field(_ methods: Set<HTTPMethod>) -> String {
    let known: [HTTPMethod] = [.get, .head, .post, .put, .patch, .delete, .options]
    var all = methods.union([.options])
    if methods.contains(.get) { all.insert(.head) }
    let others = all.subtracting(known).map(\.name).sorted()
    return (known.filter(all.contains).map(\.name) + others).joined(separator: ", ")
  }
}
