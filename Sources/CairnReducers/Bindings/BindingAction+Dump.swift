public import CustomDump

extension BindingAction: CustomDumpReflectable {
  /// A representation that looks like the source code, for example `.set(\State.name, "Blob")`.
  public var customDumpMirror: Mirror {
    Mirror(self, children: ["set": (keyPath, change.anyValue)], displayStyle: .enum)
  }
}
