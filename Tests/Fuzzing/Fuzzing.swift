import CLibFuzzer
import Foundation

/// Fuzzes one target: `Fuzzing TARGET ARGUMENTS`, where the arguments are libFuzzer's; a file among them
/// is run alone. `Fuzzing list` prints the targets with the lengths of their inputs, and
/// `Fuzzing seeds TARGET FOLDER` writes the inputs that are made and not kept.
@main
enum Fuzzing {
  /// Set once before libFuzzer begins, which calls back on one thread and passes nothing along.
  nonisolated(unsafe) private static var target: (any FuzzTarget)?

  static func main() throws {
    let arguments = CommandLine.arguments
    switch arguments.dropFirst().first {
    case "list": for target in fuzzTargets { print(target.name, target.maximumLength) }
    case "seeds" where arguments.count == 4:
      let seeds = try type(named: arguments[2]).seeds()
      for (index, seed) in seeds.enumerated() {
        try Data(seed).write(to: URL(filePath: arguments[3]).appending(path: "made-\(index)"))
      }
    case let name?: try fuzz(type(named: name))
    case nil: try fuzz(type(named: ""))
    }
  }

  private static func type(named name: String) throws -> any FuzzTarget.Type {
    guard let type = fuzzTargets.first(where: { $0.name == name }) else {
      throw UnknownTarget(name: name)
    }
    return type
  }

  private static func fuzz(_ type: any FuzzTarget.Type) throws -> Never {
    target = try type.init()
    // Without the target's name, which libFuzzer would take for a folder.
    var arguments = CommandLine.arguments.map { strdup($0) }
    arguments.remove(at: 1)
    var count = CInt(arguments.count)
    arguments.append(nil)
    let status = arguments.withUnsafeMutableBufferPointer { arguments in
      var start = arguments.baseAddress
      return LLVMFuzzerRunDriver(&count, &start) { bytes, count in
        Fuzzing.target?.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
        return 0
      }
    }
    exit(status)
  }
}

/// There is no target of this name.
struct UnknownTarget: Error, CustomStringConvertible {
  let name: String

  var description: String {
    "There is no target '\(name)'; there are "
      + fuzzTargets.map { $0.name }.joined(separator: ", ")
  }
}

/// Ends the process with a message, which libFuzzer takes for a finding.
func require(
  _ condition: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String,
  line: UInt = #line
) {
  do {
    guard try !condition() else { return }
    print("line \(line): \(message())")
  } catch {
    print("line \(line): \(message()): \(error)")
  }
  fflush(nil)
  abort()
}
