import CairnDependencies
import Testing

@Suite struct DependencyTests {
  @Dependency(\.place) var place
  @Dependency(PlaceKey.self) var placeByKey

  @Test func `Each access reads the current value`() {
    #expect(place == "test")
    withDependencies {
      $0.place = "here"
    } operation: {
      #expect(place == "here")
      #expect(placeByKey == "here")
      withDependencies {
        $0.place += " and there"
      } operation: {
        #expect(place == "here and there")
      }
      #expect(place == "here")
    }
    #expect(place == "test")
  }

  @Test func `A dependency can be declared by a key path to a part`() {
    @Dependency(\.place.count) var count
    #expect(count == 4)
  }

  @Test(arguments: [
    (DependencyContext.live, "live"), (.preview, "preview"), (.test, "test"),
  ])
  func `The context decides the default value`(context: DependencyContext, expected: String) {
    withDependencies {
      $0.context = context
    } operation: {
      #expect(place == expected)
      #expect(placeByKey == expected)
    }
  }

  @Test func `The context of tests is test`() {
    @Dependency(\.context) var context
    #expect(context == .test)
  }

  @Test func `The preview value of an interface is its test value`() {
    @Dependency(\.interface) var interface
    withDependencies {
      $0.context = .preview
    } operation: {
      #expect(interface == "interface")
    }
  }

  @Test func `A set value applies in any context`() {
    withDependencies {
      $0.place = "here"
      $0.context = .live
    } operation: {
      #expect(place == "here")
    }
  }

  @Test func `A dependency can be read on a thread without a task`() async {
    let place = await withCheckedContinuation { continuation in
      // A detached task has no task-local values, like a thread of another library.
      Task.detached {
        @Dependency(\.place) var place
        continuation.resume(returning: place)
      }
    }
    #expect(place == "test")
  }

  @Test func `All values can be one dependency`() {
    withDependencies {
      $0.place = "here"
    } operation: {
      @Dependency(\.self) var current
      let values = current
      withDependencies {
        $0 = DependencyValues()
      } operation: {
        #expect(place == "test")
        withDependencies {
          $0 = values
        } operation: {
          #expect(place == "here")
        }
      }
    }
  }
}
