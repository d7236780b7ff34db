import CairnDependencies
import Testing

@Suite struct WithDependenciesTests {
  @Dependency(\.place) var place

  private struct Failure: Error {}

  @Test func `The function withDependencies returns the result of the operation`() async {
    let now = withDependencies {
      $0.place = "here"
    } operation: {
      place
    }
    #expect(now == "here")
    let later = await withDependencies {
      $0.place = "there"
    } operation: {
      await Task.yield()
      return place
    }
    #expect(later == "there")
  }

  @Test func `The function withDependencies rethrows errors of its closures`() async {
    #expect(throws: Failure.self) {
      try withDependencies { _ in
        throw Failure()
      } operation: {
      }
    }
    #expect(throws: Failure.self) {
      try withDependencies {
        $0.place = "here"
      } operation: {
        throw Failure()
      }
    }
    await #expect(throws: Failure.self) {
      try await withDependencies {
        $0.place = "here"
      } operation: {
        await Task.yield()
        throw Failure()
      }
    }
    #expect(place == "test")
  }

  @Test func `Values can be changed asynchronously`() async {
    await withDependencies {
      await Task.yield()
      $0.place = "here"
    } operation: {
      #expect(place == "here")
    }
  }

  @Test func `Changed values reach tasks made inside`() async {
    let task = withDependencies {
      $0.place = "here"
    } operation: {
      Task { place }
    }
    #expect(await task.value == "here")
  }

  @MainActor
  @Test func `The operation stays on the actor of the caller`() async {
    var count = 0
    await withDependencies {
      $0.place = "here"
    } operation: {
      MainActor.assertIsolated()
      count += 1
      await Task.yield()
      count += 1
    }
    #expect(count == 2)
  }

  @Test func `Copies are independent`() {
    var one = DependencyValues()
    one.place = "one"
    var two = one
    two.place = "two"
    #expect(one.place == "one")
    #expect(two.place == "two")
  }

  @Test func `Escaped dependencies are available later`() async {
    let later: @Sendable () -> String = withDependencies {
      $0.place = "here"
    } operation: {
      withEscapedDependencies { dependencies in
        {
          @Dependency(\.place) var place
          return dependencies.yield { place }
        }
      }
    }
    #expect(place == "test")
    #expect(later() == "here")
    #expect(await Task.detached { later() }.value == "here")
  }

  @Test func `Escaped dependencies are available asynchronously`() async {
    let dependencies = await withDependencies {
      $0.place = "here"
    } operation: {
      await withEscapedDependencies { dependencies in
        await Task.yield()
        return dependencies
      }
    }
    let found = await dependencies.yield {
      await Task.yield()
      return place
    }
    #expect(found == "here")
  }
}
