/// Makes a struct of closures a dependency whose closures may be left out.
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
/// What is not set reports an issue when it is called: `NumbersClient()` in a test, with
/// `$0.numbers.fact = { … }` for what the test is about. Then it throws an error, or returns what the
/// property was declared with. A closure whose parameters have names is also a method with labels:
/// `client.fact(number: 42)`.
///
/// A closure that throws nothing and returns something needs a default.
@attached(member, names: arbitrary)
public macro DependencyClient() =
  #externalMacro(module: "CairnMacros", type: "DependencyClientMacro")

/// Names the method that a closure of a `@DependencyClient` gets, where two would have the same name.
@attached(peer)
public macro DependencyEndpoint(method: String = "") =
  #externalMacro(module: "CairnMacros", type: "DependencyEndpointMacro")
