/// Makes a struct of closures a dependency whose closures can be omitted when it's created.
///
/// ```swift
/// @DependencyClient
/// struct NumbersClient: Sendable {
///   var fact: @Sendable (_ number: Int) async throws -> String
///   var isReady: @Sendable () -> Bool = { false }
/// }
///
/// extension NumbersClient: TestDependencyKey {
///   static let testValue = NumbersClient()
/// }
/// ```
/// In a test, create the client with `NumbersClient()`, and set only the closures that the test needs, such as
/// `$0.numbers.fact = { … }`. A closure that isn't set reports an issue when it's called. It then throws an
/// error, or returns the result of the property's default value.
///
/// If the parameters of a closure have names, the closure is also a method with labels:
/// `client.fact(number: 42)`.
///
/// A closure that doesn't throw and that returns a value needs a default value.
@attached(member, names: arbitrary)
public macro DependencyClient() =
  #externalMacro(module: "CairnMacros", type: "DependencyClientMacro")

/// Sets the name of the method for a closure of a `@DependencyClient`, if two methods would have the same name.
@attached(peer)
public macro DependencyEndpoint(method: String = "") =
  #externalMacro(module: "CairnMacros", type: "DependencyEndpointMacro")
