import Cairn

@DependencyClient
struct ClientWithoutADefault {
  @DependencyEndpoint(method: "number")
  // error: 'count' requires a default value, because it returns a value and can't throw
  var count: @Sendable (_ of: String) -> Int
}
