import CairnCases

/// Gives an enum a ``CasePath`` for each of its cases, so that a key path names them.
///
/// ```swift
/// @CasePathable
/// enum Status {
///   case inStock(quantity: Int)
///   case outOfStock(isOnBackOrder: Bool)
/// }
///
/// status.inStock          // Int?
/// status.is(\.inStock)    // Bool
/// $item.status.inStock    // Binding<Int>?
/// ```
@attached(member, names: named(Cases), named(cases), named(_binding))
@attached(extension, conformances: CasePathable)
public macro CasePathable() = #externalMacro(module: "CairnMacros", type: "CasePathableMacro")
