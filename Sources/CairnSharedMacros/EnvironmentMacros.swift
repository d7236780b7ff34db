import CairnViews

/// Declares an environment value with a default.
///
/// ```swift
/// extension EnvironmentValues {
///   @Entry var isCompact: Bool = false
/// }
/// ```
/// Views read the value with `@Environment(\.isCompact)`, and set it for the views inside them with
/// `.environment(\.isCompact, true)`. If it isn't set, its value is the default.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: prefixed(__Key_))
public macro Entry() = #externalMacro(module: "CairnMacros", type: "EntryMacro")
