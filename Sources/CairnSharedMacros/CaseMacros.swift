import CairnCases

/// Adds a ``/CairnCases/CasePath`` for each case of an enum, so that key paths can name its cases.
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
