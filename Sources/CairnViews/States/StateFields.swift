// The runtime's description of stored properties is what SwiftUI uses, too. It's needed once per type of view.
@_spi(Reflection) import Swift
import Synchronization

/// The `@State` properties of a type of view.
final class StateFields: Sendable {
  struct Field {
    /// The offset of the property in a view, in bytes.
    let offset: Int
    /// The hash of the view's type and the property's name, which is the same in every process.
    let name: UInt64
  }

  let all: [Field]

  private init<Content: View>(of view: Content) {
    var all: [Field] = []
    // Only structs have their properties at fixed offsets of a value.
    if Mirror(reflecting: view).displayStyle == .struct {
      _ = _forEachField(of: Content.self) { name, offset, fieldType, _ in
        if fieldType is any AnyState.Type {
          // Qualified names of private types differ between processes.
          let name = "\(String(describing: Content.self)).\(String(cString: name))"
          all.append(Field(offset: offset, name: StableHash.string(name)))
        }
        return true
      }
    }
    self.all = all
  }

  private static let known = Mutex<[ObjectIdentifier: StateFields]>([:])
  private static let areUsedAtAll = Atomic(false)

  /// Returns the properties of a view's type, which are determined once.
  static func of<Content: View>(_ view: Content) -> StateFields {
    let id = ObjectIdentifier(Content.self)
    if let fields = known.withLock({ $0[id] }) { return fields }
    let fields = StateFields(of: view)
    known.withLock { $0[id] = fields }
    return fields
  }

  /// Whether the process has created a `@State` property. If not, views aren't searched for them.
  static var areUsed: Bool { areUsedAtAll.load(ordering: .relaxed) }

  static func noteUse() {
    if !areUsed { areUsedAtAll.store(true, ordering: .relaxed) }
  }
}
