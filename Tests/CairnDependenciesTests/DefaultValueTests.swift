import CairnDependencies
import IssueReporting
import Synchronization
import Testing

@Suite struct DefaultValueTests {
  @Dependency(\.mailer) var mailer

  @Test func `A live dependency in a test is reported`() throws {
    let messages = issues {
      #expect(mailer.send("hello") == "live: hello")
    }
    #expect(messages.count == 1)
    let message = try #require(messages.first)
    #expect(message.contains(#"@Dependency(\.mailer) has no test value, but a test used it."#))
    #expect(message.contains("Declared: CairnDependenciesTests/DefaultValueTests.swift:7"))
    #expect(message.contains("Key:      Mailer"))
    #expect(message.contains("Value:    Mailer"))
    #expect(message.contains("$0.mailer = …"))
    #expect(message.contains("add a 'testValue' to Mailer"))
  }

  @Test func `The issue fails the test`() {
    withKnownIssue {
      _ = mailer
    } matching: {
      $0.sourceLocation?.line == 7 && $0.sourceLocation?.fileName == "DefaultValueTests.swift"
    }
  }

  @Test func `A dependency declared by its key is reported by its key`() throws {
    let message = try #require(
      issues {
        @Dependency(Mailer.self) var mailer
        _ = mailer
      }.first)
    #expect(message.contains("@Dependency(Mailer.self) has no test value"))
    #expect(message.contains("$0[Mailer.self] = …"))
  }

  @Test func `A dependency that was set isn't reported`() {
    withDependencies {
      $0.mailer = Mailer { "set: \($0)" }
    } operation: {
      #expect(mailer.send("hello") == "set: hello")
    }
  }

  @Test func `Setting a part of a dependency isn't reported`() {
    withDependencies {
      $0.mailer.name = "mine"
    } operation: {
      #expect(mailer.name == "mine")
    }
  }

  @Test func `A dependency that was only read while setting is reported on use`() {
    let messages = issues {
      withDependencies {
        _ = $0.mailer
      } operation: {
        _ = mailer
      }
    }
    #expect(messages.count == 1)
  }

  @Test func `A live context uses live values without an issue`() {
    withDependencies {
      $0.context = .live
    } operation: {
      #expect(mailer.send("hello") == "live: hello")
    }
  }

  @Test func `A key without a live value is reported in a live context`() throws {
    let messages = issues {
      withDependencies {
        $0.context = .live
      } operation: {
        @Dependency(\.interface) var interface
        #expect(interface == "interface")
      }
    }
    #expect(messages.count == 1)
    let message = try #require(messages.first)
    #expect(message.contains(#"@Dependency(\.interface) has no live value"#))
    #expect(message.contains("Conform InterfaceKey to 'DependencyKey'"))
  }

  @Test func `A default value is computed once`() async {
    @Dependency(CountedKey.self) var first
    let values = await withTaskGroup { group in
      for _ in 0..<100 {
        group.addTask {
          @Dependency(CountedKey.self) var value
          return value
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(values) == [first])
  }

  @Test(arguments: 0..<2)
  func `A default value may read other dependencies`(_: Int) {
    @Dependency(ComposedKey.self) var composed
    #expect(composed == "composed of test")
  }

  @Test func `Each test has separate default values`() {
    @Dependency(ObjectKey.self) var object
    #expect(object.testsSeen.add(1, ordering: .relaxed).newValue == 1)
  }

  @Test func `Each other test has separate default values too`() {
    @Dependency(ObjectKey.self) var object
    #expect(object.testsSeen.add(1, ordering: .relaxed).newValue == 1)
  }

  @Test func `Prepared defaults apply until they're overridden`() {
    prepareDependencies { $0.place = "prepared" }
    @Dependency(\.place) var place
    #expect(place == "prepared")
    withDependencies {
      $0.place = "set"
    } operation: {
      #expect(place == "set")
    }
    #expect(place == "prepared")
  }

  @Test func `Preparing too late is reported`() {
    @Dependency(\.place) var place
    #expect(place == "test")
    let messages = issues { prepareDependencies { $0.place = "late" } }
    #expect(messages.count == 1)
    #expect(place == "test")
  }
}

private enum CountedKey: TestDependencyKey {
  static let count = Mutex(0)
  static var testValue: Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}

private enum ComposedKey: TestDependencyKey {
  static var testValue: String {
    @Dependency(\.place) var place
    return "composed of \(place)"
  }
}

private final class TestsSeen: Sendable {
  let testsSeen = Atomic(0)
}

private enum ObjectKey: TestDependencyKey {
  static var testValue: TestsSeen { TestsSeen() }
}

/// The messages of the issues that an operation reports.
private func issues(_ operation: () -> Void) -> [String] {
  let collector = Collector()
  withIssueReporters([collector], operation: operation)
  return collector.messages.withLock { $0 }
}

private final class Collector: IssueReporter {
  let messages = Mutex<[String]>([])

  func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    let text = message() ?? ""
    messages.withLock { $0.append(text) }
  }
}
