// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

let collections = Target.Dependency.product(
  name: "OrderedCollections", package: "swift-collections")
let deque = Target.Dependency.product(name: "DequeModule", package: "swift-collections")
let customDump = Target.Dependency.product(name: "CustomDump", package: "swift-custom-dump")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let issueReporting = Target.Dependency.product(
  name: "IssueReporting", package: "xctest-dynamic-overlay")
let issueReportingTestSupport = Target.Dependency.product(
  name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let metrics = Target.Dependency.product(name: "CoreMetrics", package: "swift-metrics")
let tracing = Target.Dependency.product(name: "Tracing", package: "swift-distributed-tracing")

let package = Package(
  name: "cairn",
  products: [
    .library(name: "Cairn", targets: ["Cairn"]),
    .library(name: "CairnModels", targets: ["CairnModels"]),
    .library(name: "CairnModelsTesting", targets: ["CairnModelsTesting"]),
    .library(name: "CairnServer", targets: ["CairnServer"]),
    .library(name: "CairnSessions", targets: ["CairnSessions"]),
    .library(name: "CairnSessionsTesting", targets: ["CairnSessionsTesting"]),
    .library(name: "CairnSQLite", targets: ["CairnSQLite"]),
    .library(name: "CairnTesting", targets: ["CairnTesting"]),
    .executable(name: "Gallery", targets: ["Gallery"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
  ],
  targets: [
    // Level 0: the compiler plug-in and the system libraries.
    .macro(
      name: "CairnMacros",
      dependencies: [
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
      ]
    ),
    .systemLibrary(
      name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
    .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(
      name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),

    // Level 1: values that everything is made of.
    .target(name: "CairnBytes"),
    .target(name: "CairnCases", dependencies: [issueReporting, collections]),
    .target(name: "CairnDependencies", dependencies: [issueReporting]),

    .target(
      name: "CairnFeatures", dependencies: ["CairnDependencies", customDump, issueReporting]),

    // Level 2: what a feature does.
    .target(
      name: "CairnReducers",
      dependencies: [
        "CairnCases", "CairnDependencies", "CairnFeatures", customDump, issueReporting,
        collections, logging,
      ]
    ),

    // Level 3: what a feature shows, and where it is.
    .target(
      name: "CairnScreens",
      dependencies: [
        "CairnBytes", "CairnCases", "CairnDependencies", "CairnFeatures", "CairnViews",
        issueReporting, logging,
      ]
    ),
    .target(
      name: "CairnViews",
      dependencies: ["CairnBytes", "CairnCases", "CairnFeatures", issueReporting, collections]
    ),
    // What joins the stores of reducers with views and screens: models need neither.
    .target(
      name: "CairnStores",
      dependencies: [
        "CairnCases", "CairnFeatures", "CairnReducers", "CairnScreens", "CairnViews", collections,
      ]
    ),
    // It declares the macros, and so it waits for the compiler plug-in, which takes longer to build in
    // release than all the rest: the server and what is below it do not wait.
    .target(
      name: "Cairn",
      dependencies: [
        "CairnCases", "CairnDependencies", "CairnFeatures", "CairnMacros", "CairnReducers",
        "CairnScreens", "CairnSharedMacros", "CairnStores", "CairnViews", collections,
        issueReporting,
      ]
    ),

    .target(
      name: "CairnModels",
      dependencies: [
        "CairnCases", "CairnDependencies", "CairnFeatures", "CairnMacros", "CairnScreens",
        "CairnSharedMacros", "CairnViews", collections, customDump, issueReporting, logging,
      ]
    ),
    .target(
      name: "CairnSharedMacros", dependencies: ["CairnCases", "CairnMacros", "CairnViews"]),

    // Level 4: the transport, and what outlives the process.
    .target(
      name: "CairnHTTP", dependencies: ["CMicroHTTPD", "CNettle", "CZlib", "CairnBytes", logging]),
    .target(name: "CairnSessions", dependencies: ["CairnBytes"]),
    .target(
      name: "CairnSecurity",
      dependencies: ["CairnBytes", "CairnHTTP", "CairnSessions", "CNettle"]),
    .target(
      name: "CairnSQLite",
      dependencies: [
        "CairnSessions", deque, grdb, .product(name: "GRDBSQLite", package: "GRDB.swift"), logging,
      ]
    ),

    // Level 5: the server, and the tests of applications.
    .target(
      name: "CairnPublic", path: "Public", exclude: ["tsconfig.json", "types.d.ts"],
      resources: [
        "cairn.css", "cairn.js", "favicon.svg", "files.js", "forms.js", "history.js", "layer.js",
        "merge.js", "page.js", "queue.js", "tabs.js",
      ].map { .embedInCode($0) }
    ),
    .target(
      name: "CairnTemplates", path: "Templates",
      resources: [
        "page", "screen", "sheet", "popover", "cover", "alert", "confirmation", "bar", "error",
      ].map { .embedInCode("\($0).mustache") }
    ),
    // What the server is made of: each part is a module that knows nothing of the server.
    .target(
      name: "CairnApplications",
      dependencies: [
        "CairnBytes", "CairnDependencies", "CairnFeatures", "CairnReducers", "CairnScreens",
        "CairnViews",
      ]
    ),
    .target(
      name: "CairnChrome",
      dependencies: [
        "CairnBytes", "CairnViews",
        .product(name: "Mustache", package: "swift-mustache"),
      ]
    ),
    .target(
      name: "CairnRecorder",
      dependencies: [
        "CairnApplications", "CairnBytes", "CairnCases", "CairnDependencies", "CairnFeatures",
        "CairnReducers", "CairnScreens", "CairnViews", customDump,
      ]
    ),
    .target(name: "CairnPrometheus", dependencies: [collections, issueReporting, metrics]),
    .target(
      name: "CairnServer",
      dependencies: [
        "CairnApplications", "CairnBytes", "CairnChrome", "CairnDependencies", "CairnFeatures",
        "CairnHTTP", "CairnPrometheus", "CairnPublic", "CairnRecorder", "CairnReducers",
        "CairnScreens", "CairnSecurity", "CairnSessions", "CairnTemplates", "CairnViews",
        collections, deque, issueReporting, logging, metrics, tracing,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ]
    ),
    .target(
      name: "CairnTesting",
      dependencies: [
        "Cairn", "CairnBytes", "CairnFeatures", "CairnHTTP", "CairnRecorder", "CairnServer",
        "CairnSessions", "CLibXML2", customDump, issueReporting, issueReportingTestSupport,
      ]
    ),
    .target(
      name: "CairnModelsTesting",
      dependencies: [
        "CairnDependencies", "CairnFeatures", "CairnModels", customDump, issueReporting,
        issueReportingTestSupport,
      ]
    ),
    .target(
      name: "CairnSessionsTesting",
      dependencies: ["CairnSessions", issueReporting, issueReportingTestSupport]),

    // Level 6: executables.
    .executableTarget(
      name: "Gallery",
      dependencies: [
        "Cairn", "CairnModels", "CairnSQLite", "CairnServer", "CairnSessions",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "GRDB", package: "GRDB.swift"),
        logging,
      ]
    ),

    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CMicroHTTPD", "CZlib", "Cairn", "CairnBytes", "CairnFeatures", "CairnModels",
        "CairnServer",
        "CairnViews", "HostileInputs", "WebDriver", grdb,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),

    // Tests.
    // The README's package, as it stands there, is built and tested as a part of this one.
    .executableTarget(
      name: "Tally", dependencies: ["Cairn", "CairnServer"],
      path: "Tests/ReadmePackage/Sources/Tally"),
    .testTarget(
      name: "TallyTests", dependencies: ["Tally", "CairnTesting"],
      path: "Tests/ReadmePackage/Tests/TallyTests"),
    // Features and tests as they are written for the Composable Architecture, with another import.
    .target(name: "MovedOver", dependencies: ["Cairn"], path: "Tests/MovedOver/Features"),
    .testTarget(
      name: "MovedOverTests", dependencies: ["MovedOver", "Cairn", "CairnTesting"],
      path: "Tests/MovedOver/Tests"),
    // What is made to be expensive to read, for tests and benchmarks.
    .target(name: "HostileInputs", path: "Tests/HostileInputs"),
    // Chromium, for the tests of several targets.
    .target(name: "WebDriver", dependencies: ["CairnTesting"], path: "Tests/WebDriver"),
    // Flows that are taken in process, over HTTP and in Chromium, for the tests of several targets.
    .target(
      name: "Ways",
      dependencies: [
        "CairnDependencies", "CairnReducers", "CairnServer", "CairnSessions", "CairnTesting",
        "WebDriver",
      ],
      path: "Tests/Ways"),
    // Two threads that wait for each other's locks, and a log of reported issues, for several test targets.
    .target(
      name: "LockCircles", dependencies: ["CairnFeatures", issueReporting],
      path: "Tests/LockCircles"),
    // The compiler with the macros, for tests of what it says.
    .target(name: "TestCompiler", path: "Tests/TestCompiler"),
    .testTarget(
      name: "DocumentationTests", dependencies: ["TestCompiler"], exclude: ["Habits.txt"]),
    .testTarget(
      name: "CairnCasesTests", dependencies: ["Cairn", "CairnCases", issueReportingTestSupport]),
    .testTarget(
      name: "CairnDependenciesTests",
      dependencies: [
        "CairnDependencies", "CairnFeatures", issueReporting, issueReportingTestSupport,
      ]
    ),
    .testTarget(name: "CairnMacrosTests", dependencies: ["Cairn", "TestCompiler"]),
    .testTarget(
      name: "CairnReducersTests",
      dependencies: [
        "Cairn", "CairnCases", "CairnDependencies", "CairnFeatures", "CairnReducers",
        "CairnTesting", "LockCircles", collections,
        issueReportingTestSupport, logging,
      ]
    ),
    .testTarget(
      name: "CairnModelsTests",
      dependencies: [
        "CairnModels", "CairnModelsTesting", "CairnViews", "LockCircles",
        issueReportingTestSupport, logging,
      ]
    ),
    .testTarget(
      name: "CairnScreensTests",
      dependencies: [
        "Cairn", "CairnBytes", "CairnScreens", issueReportingTestSupport,
      ]
    ),
    .testTarget(
      name: "CairnViewsTests", dependencies: ["Cairn", "CairnViews", issueReportingTestSupport]),
    .testTarget(name: "CairnBytesTests", dependencies: ["CairnBytes"]),
    .testTarget(
      name: "CairnHTTPTests", dependencies: ["CairnBytes", "CairnHTTP", "CZlib", logging]),
    .testTarget(
      name: "CairnSessionsTests",
      dependencies: ["CairnSessions", "CairnSessionsTesting", issueReportingTestSupport]
    ),
    .testTarget(
      name: "CairnSQLiteTests",
      dependencies: [
        "CairnSQLite", "CairnSessions", "CairnSessionsTesting", grdb, issueReportingTestSupport,
        logging,
      ]
    ),
    .testTarget(
      name: "CairnServerTests",
      dependencies: [
        "Cairn", "CairnApplications", "CairnChrome", "CairnHTTP", "CairnModels", "CairnPublic",
        "CairnPrometheus", "CairnRecorder", "CairnSQLite", "CairnScreens", "CairnSecurity",
        "CairnServer", "CairnSessions", "CairnTemplates", "CairnTesting", "LockCircles", "Ways",
        issueReporting,
        logging, metrics, tracing,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "InMemoryLogging", package: "swift-log"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
      ]
    ),
    .testTarget(
      name: "CairnTestingTests", dependencies: ["Cairn", "CairnServer", "CairnTesting"]),
    .testTarget(
      name: "GalleryTests",
      dependencies: [
        "Cairn", "CairnModels", "CairnModelsTesting", "CairnSQLite", "CairnServer",
        "CairnSessions", "CairnTesting", "Gallery", "HostileInputs", "WebDriver", "Ways",
        issueReportingTestSupport, logging,
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]
    ),
    .testTarget(
      name: "BrowserTests",
      dependencies: [
        "Cairn", "CairnPublic", "CairnServer", "CairnSessions", "CairnTesting", "Gallery",
        "WebDriver",
      ],
      exclude: ["Modules"]
    ),
    // The inputs that fuzzing begins with: `scripts/fuzz` goes on from them, with an executable of its own.
    .testTarget(
      name: "FuzzingTests",
      dependencies: [
        "Cairn", "CairnApplications", "CairnChrome", "CairnDependencies", "CairnHTTP",
        "CairnRecorder", "CairnSecurity", "CairnServer", "CairnViews", "Gallery", logging,
      ],
      path: "Tests/Fuzzing", exclude: ["CLibFuzzer", "Corpora", "Dictionaries", "Fuzzing.swift"]),
  ],
  swiftLanguageModes: [.v6]
)

// What `scripts/fuzz` sets: nothing but the fuzzers, and the samples as a library that they link.
let isFuzzing = Context.environment["CAIRN_FUZZING"] == "1"

if isFuzzing {
  package.products = []
  package.targets.removeAll {
    $0.type == .test
      || ["Benchmarks", "CairnTesting", "Gallery", "Tally", "WebDriver"].contains($0.name)
  }
  package.targets += [
    .target(
      name: "Gallery",
      dependencies: [
        "Cairn", "CairnModels", "CairnSQLite", "CairnServer", "CairnSessions", grdb, logging,
      ],
      exclude: ["GalleryCommand.swift"]),
    .systemLibrary(name: "CLibFuzzer", path: "Tests/Fuzzing/CLibFuzzer"),
    .executableTarget(
      name: "Fuzzing",
      dependencies: [
        "Cairn", "CairnApplications", "CairnChrome", "CairnDependencies", "CairnHTTP",
        "CairnRecorder", "CairnSecurity", "CairnServer", "CairnViews", "CLibFuzzer", "Gallery",
        logging,
      ],
      path: "Tests/Fuzzing", exclude: ["CLibFuzzer", "Corpora", "Dictionaries", "SeedTests.swift"],
      linkerSettings: [.linkedLibrary("stdc++")]),
  ]
}

// What the scripts set: a build for debugging in which our own code is as fast as in a release, and
// swift-syntax, of which macros are made, is not optimized, which would take longer than all the rest.
// Packages that depend on this one see no unsafe flag.
let isOptimized = Context.environment["CAIRN_OPTIMIZED"] == "1"

for target in package.targets
where target.type != .system && !target.name.hasPrefix("Tally")
  && !target.name.hasPrefix("MovedOver")
{
  var settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
  if isOptimized, target.type == .regular || target.type == .executable {
    // Those that are compiled last and alone are compiled by both cores, file by file.
    let isLast = ["CairnServer", "Gallery"].contains(target.name)
    settings.append(
      .unsafeFlags(
        ["-O"]
          + (isLast
            ? [] : ["-disable-batch-mode", "-whole-module-optimization", "-num-threads", "2"])))
  }
  if isFuzzing, target.type == .regular || target.type == .executable {
    settings.append(.unsafeFlags(["-sanitize=fuzzer", "-parse-as-library"]))
  }
  target.swiftSettings = settings
}

// What `scripts/sanitize` sets: the sanitizer of our own code, whose macros stay as they are.
if let sanitizer = Context.environment["CAIRN_SANITIZER"] {
  let flags = ["-sanitize=\(sanitizer)"]
  for target in package.targets where target.type != .system && target.type != .macro {
    // Swift 6.3 ends with "Invalid bitcast" where it compiles these views for ThreadSanitizer.
    if sanitizer != "thread" || target.name != "CairnViews" {
      target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(flags)]
    }
    target.linkerSettings = (target.linkerSettings ?? []) + [.unsafeFlags(flags)]
  }
}
