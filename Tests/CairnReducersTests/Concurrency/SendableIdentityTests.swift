import CairnFeatures
import Testing

/// Tests parts of identities and key paths on other threads.
@Suite struct SendableIdentityTests {
  private struct Row: Hashable {
    var name = "a"
    var names = ["x": "y"]
  }

  @Test func `An opaque ID is compared and hashed like its base`() async {
    let id = OpaqueID(AnyHashable(Row()))
    #expect(id == OpaqueID(AnyHashable(Row())))
    #expect(id != OpaqueID(AnyHashable(Row(name: "b"))))
    #expect(id != OpaqueID(AnyHashable(1)))
    let found = await Task.detached { [id: "row"][OpaqueID(AnyHashable(Row()))] }.value
    #expect(found == "row")
    #expect(Set([id, OpaqueID(AnyHashable(Row()))]).count == 1)
    #expect(OpaqueID<AnyKeyPath>(\Row.name) != OpaqueID<AnyKeyPath>(\Row.names))
  }

  @Test func `A key path can be applied on another thread`() async {
    let key = "x"
    let path = SendableKeyPath<WritableKeyPath<Row, String?>>(\.names[key])
    let row = await Task.detached {
      var row = Row()
      row[keyPath: path.base]?.append("z")
      return row
    }.value
    #expect(row.names == ["x": "yz"])
    #expect(path.base == \Row.names["x"])
  }
}
