public import CustomDump

extension BindingAction: CustomDumpReflectable {
  /// Shown as it is written: `.set(\State.name, "Blob")`.
  public var customDumpMirror: Mirror {
    Mirror(self, children: ["set": (keyPath, change.anyValue)], displayStyle: .enum)
  }
}
