import CairnViews

/// Declares a value of the environment, with the default that counts where no view has set one.
///
/// ```swift
/// extension EnvironmentValues {
///   @Entry var isCompact: Bool = false
/// }
/// ```
/// Views read it by `@Environment(\.isCompact)`, and set it for those inside by
/// `.environment(\.isCompact, true)`.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: prefixed(__Key_))
public macro Entry() = #externalMacro(module: "CairnMacros", type: "EntryMacro")
