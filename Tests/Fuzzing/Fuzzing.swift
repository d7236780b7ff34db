import CLibFuzzer
import Foundation

/// Fuzzes one target: `Fuzzing TARGET ARGUMENTS`. The arguments are libFuzzer's. If one of them is a file, only that
/// file is run. `Fuzzing list` prints the targets with the lengths of their inputs. `Fuzzing seeds TARGET FOLDER`
/// writes the generated inputs.
@main
enum Fuzzing {
  /// This is set once before libFuzzer starts. libFuzzer calls back on one thread, and has no context parameter.
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
    // The target's name is removed, because libFuzzer would treat it as a folder.
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

/// The error for an unknown target.
struct UnknownTarget: Error, CustomStringConvertible {
  let name: String

  var description: String {
    "There is no target '\(name)'; there are "
      + fuzzTargets.map { $0.name }.joined(separator: ", ")
  }
}

/// Ends the process with a message, which libFuzzer reports as a finding.
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
