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
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let metrics = Target.Dependency.product(name: "CoreMetrics", package: "swift-metrics")
let tracing = Target.Dependency.product(name: "Tracing", package: "swift-distributed-tracing")

let package = Package(
  name: "cairn",
  products: [
    .library(name: "Cairn", targets: ["Cairn"]),
    .library(name: "CairnModels", targets: ["CairnModels"]),
    .library(name: "CairnModelsTesting", targets: ["CairnModelsTesting"]),
    .library(name: "CairnPasswords", targets: ["CairnPasswords"]),
    .library(name: "CairnRedis", targets: ["CairnRedis"]),
    .library(name: "CairnServer", targets: ["CairnServer"]),
    .library(name: "CairnSessions", targets: ["CairnSessions"]),
    .library(name: "CairnSessionsTesting", targets: ["CairnSessionsTesting"]),
    .library(name: "CairnSQLite", targets: ["CairnSQLite"]),
    .library(name: "CairnTesting", targets: ["CairnTesting"]),
    .executable(name: "Booking", targets: ["Booking"]),
    .executable(name: "Gallery", targets: ["Gallery"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
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
    .systemLibrary(name: "CCrypt", pkgConfig: "libcrypt", providers: [.apt(["libcrypt-dev"])]),
    .systemLibrary(
      name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),

    // hiredis.pc has a flag that SwiftPM rejects, and the headers are where compilers look for them.
    .systemLibrary(name: "CHiredis", providers: [.apt(["libhiredis-dev"])]),

    // Level 1: basic values.
    .target(name: "CairnBytes"),
    // The calculation and the simulation behind the article "Capacity".
    .target(name: "Capacity"),
    .target(name: "CairnCases", dependencies: [issueReporting, collections]),
    .target(name: "CairnDependencies", dependencies: [issueReporting]),
    .target(
      name: "CairnTexts", dependencies: ["CairnBytes", "CairnDependencies", issueReporting]),

    .target(
      name: "CairnFeatures",
      dependencies: ["CairnDependencies", "CairnTexts", customDump, issueReporting]),

    // Level 2: the behavior of features.
    .target(
      name: "CairnReducers",
      dependencies: [
        "CairnCases", "CairnDependencies", "CairnFeatures", customDump, issueReporting,
        collections, logging,
      ]
    ),

    // Level 3: views, screens, and routes.
    .target(
      name: "CairnScreens",
      dependencies: [
        "CairnBytes", "CairnCases", "CairnDependencies", "CairnFeatures", "CairnViews",
        issueReporting, logging,
      ]
    ),
    .target(
      name: "CairnViews",
      dependencies: [
        "CairnBytes", "CairnCases", "CairnDependencies", "CairnFeatures", "CairnTexts",
        issueReporting, collections,
      ]
    ),
    // Connects the stores of reducers with views and screens. Models need neither.
    .target(
      name: "CairnStores",
      dependencies: [
        "CairnCases", "CairnFeatures", "CairnReducers", "CairnScreens", "CairnViews", collections,
      ]
    ),
    // Declares the macros, so it waits for the compiler plug-in. In release builds, the plug-in takes longer than
    // everything else. The server and the modules below it don't wait.
    .target(
      name: "Cairn",
      dependencies: [
        "CairnCases", "CairnDependencies", "CairnFeatures", "CairnMacros", "CairnReducers",
        "CairnScreens", "CairnSharedMacros", "CairnStores", "CairnTexts", "CairnViews",
        collections, issueReporting,
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

    // Level 4: the transport, storage, and passwords.
    .target(
      name: "CairnHTTP", dependencies: ["CMicroHTTPD", "CNettle", "CZlib", "CairnBytes", logging]),
    // A product of its own, so that other applications don't link libcrypt.
    .target(
      name: "CairnPasswords",
      dependencies: ["CCrypt", "CNettle", "CairnDependencies", "CairnFeatures", issueReporting]),
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

    // A product of its own, so that other applications don't build it and don't link hiredis.
    .target(name: "CairnRedis", dependencies: ["CHiredis", "CairnSessions", deque, logging]),

    // Level 5: the server, and the tests of applications.
    .target(
      name: "CairnPublic", path: "Public", exclude: ["tsconfig.json", "types.d.ts"],
      resources: [
        "cairn.css", "cairn.js", "favicon.svg", "files.js", "forms.js", "history.js", "layer.js",
        "merge.js", "page.js", "queue.js", "tabs.js", "texts.js",
      ].map { .embedInCode($0) }
    ),
    .target(
      name: "CairnTemplates", path: "Templates",
      resources: [
        "page", "screen", "sheet", "popover", "cover", "alert", "confirmation", "bar", "error",
      ].map { .embedInCode("\($0).mustache") }
    ),
    // The parts of the server. None of these modules depends on the server.
    .target(
      name: "CairnEndpoints",
      dependencies: [
        "CairnBytes", "CairnDependencies", "CairnFeatures", "CairnHTTP", "CairnScreens",
        "CairnSecurity", "CairnTexts", "CairnViews", httpTypes, issueReporting,
      ]
    ),
    .target(
      name: "CairnApplications",
      dependencies: [
        "CairnBytes", "CairnDependencies", "CairnEndpoints", "CairnFeatures", "CairnHTTP",
        "CairnReducers", "CairnScreens", "CairnTexts", "CairnViews",
      ]
    ),
    .target(
      name: "CairnChrome",
      dependencies: [
        "CairnBytes", "CairnTexts", "CairnViews",
        .product(name: "Mustache", package: "swift-mustache"),
      ]
    ),
    .target(
      name: "CairnRecorder",
      dependencies: [
        "CairnApplications", "CairnBytes", "CairnCases", "CairnDependencies", "CairnFeatures",
        "CairnReducers", "CairnScreens", "CairnTexts", "CairnViews", customDump,
      ]
    ),
    .target(
      name: "CairnHealth", dependencies: ["CairnBytes", "CairnDependencies", "CairnHTTP", logging]),
    .target(name: "CairnPrometheus", dependencies: [collections, issueReporting, metrics]),
    .target(
      name: "CairnServer",
      dependencies: [
        "CairnApplications", "CairnBytes", "CairnChrome", "CairnDependencies", "CairnEndpoints",
        "CairnFeatures", "CairnHTTP", "CairnHealth", "CairnPrometheus", "CairnPublic",
        "CairnRecorder", "CairnReducers", "CairnScreens", "CairnSecurity", "CairnSessions",
        "CairnTemplates", "CairnTexts", "CairnViews",
        collections, deque, issueReporting, logging, metrics, tracing,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ]
    ),
    .target(
      name: "CairnTesting",
      dependencies: [
        "Cairn", "CairnApplications", "CairnBytes", "CairnFeatures", "CairnHTTP", "CairnRecorder",
        "CairnServer", "CairnSessions", "CLibXML2", customDump, issueReporting,
        issueReportingTestSupport,
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
        "Cairn", "CairnModels", "CairnPasswords", "CairnRedis", "CairnSQLite", "CairnServer",
        "CairnSessions",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "GRDB", package: "GRDB.swift"),
        logging,
      ],
      resources: [.embedInCode("Members/Members.xcstrings")]
    ),

    .executableTarget(
      name: "Booking",
      dependencies: [
        "Cairn", "CairnPasswords", "CairnSQLite", "CairnServer", "CairnSessions", grdb,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      resources: [.copy("Resources")]
    ),

    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CMicroHTTPD", "CZlib", "Cairn", "CairnBytes", "CairnFeatures", "CairnModels",
        "CairnServer",
        "CairnViews", "Capacity", "HostileInputs", "WebDriver", grdb,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),

    // Tests.
    // The README's package is built and tested as a part of this one.
    .executableTarget(
      name: "Tally", dependencies: ["Cairn", "CairnServer"],
      path: "Tests/ReadmePackage/Sources/Tally"),
    .testTarget(
      name: "TallyTests", dependencies: ["Tally", "CairnTesting"],
      path: "Tests/ReadmePackage/Tests/TallyTests"),
    // Features and tests as written for the Composable Architecture, with a different import.
    .target(name: "MovedOver", dependencies: ["Cairn"], path: "Tests/MovedOver/Features"),
    .testTarget(
      name: "MovedOverTests", dependencies: ["MovedOver", "Cairn", "CairnTesting"],
      path: "Tests/MovedOver/Tests"),
    // Inputs that are designed to be expensive to read, for tests and benchmarks.
    .target(name: "HostileInputs", path: "Tests/HostileInputs"),
    // Chromium, for the tests of several targets.
    .target(name: "WebDriver", dependencies: ["CairnTesting"], path: "Tests/WebDriver"),
    // Runs flows in process, over HTTP, and in Chromium, for the tests of several targets.
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
    // Runs redis-server, for the tests of several targets.
    .target(name: "RedisServers", path: "Tests/RedisServers"),
    // The compiler with the macros, for tests of its messages.
    .target(name: "TestCompiler", path: "Tests/TestCompiler"),
    .testTarget(
      name: "DocumentationTests", dependencies: ["Capacity", "TestCompiler"],
      exclude: ["Habits.txt"]),
    .testTarget(name: "CapacityTests", dependencies: ["Capacity"]),
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
      name: "CairnViewsTests",
      dependencies: [
        "Cairn", "CairnDependencies", "CairnTexts", "CairnViews", issueReportingTestSupport,
      ]),
    .testTarget(name: "CairnBytesTests", dependencies: ["CairnBytes"]),
    .testTarget(
      name: "CairnTextsTests",
      dependencies: [
        "CairnDependencies", "CairnPublic", "CairnTexts", issueReportingTestSupport,
      ]),
    .testTarget(
      name: "CairnHTTPTests",
      dependencies: [
        "CairnBytes", "CairnHTTP", "CZlib", logging,
        .product(name: "InMemoryLogging", package: "swift-log"),
      ]
    ),
    .testTarget(
      name: "CairnPasswordsTests",
      dependencies: [
        "CairnDependencies", "CairnFeatures", "CairnPasswords", issueReportingTestSupport,
      ]
    ),
    .testTarget(
      name: "CairnEndpointsTests",
      dependencies: [
        "CairnEndpoints", "CairnFeatures", "CairnHTTP", "CairnScreens", httpTypes,
        issueReportingTestSupport,
      ]
    ),
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
      name: "CairnRedisTests",
      dependencies: [
        "Cairn", "CairnRedis", "CairnServer", "CairnSessions", "CairnSessionsTesting",
        "CairnTesting", "RedisServers", issueReportingTestSupport,
      ]
    ),
    .testTarget(
      name: "CairnServerTests",
      dependencies: [
        "Cairn", "CairnApplications", "CairnBytes", "CairnChrome", "CairnDependencies",
        "CairnEndpoints", "CairnHTTP", "CairnHealth", "CairnModels", "CairnPublic",
        "CairnPrometheus", "CairnRecorder", "CairnSQLite", "CairnScreens", "CairnSecurity",
        "CairnServer", "CairnSessions", "CairnTemplates", "CairnTesting", "CairnTexts",
        "CairnRedis", "CairnViews", "LockCircles", "RedisServers", "Ways",
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
        "Cairn", "CairnModels", "CairnModelsTesting", "CairnPasswords", "CairnRedis", "CairnSQLite",
        "CairnServer", "CairnSessions", "CairnTesting", "Gallery", "HostileInputs", "RedisServers",
        "WebDriver", "Ways",
        issueReportingTestSupport, logging,
        .product(name: "InMemoryLogging", package: "swift-log"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]
    ),
    .testTarget(
      name: "BookingTests",
      dependencies: [
        "Booking", "Cairn", "CairnPasswords", "CairnSQLite", "CairnServer", "CairnSessions",
        "CairnTesting", "WebDriver", "Ways", grdb, logging,
        .product(name: "InMemoryLogging", package: "swift-log"),
      ]
    ),
    .testTarget(
      name: "BrowserTests",
      dependencies: [
        "Booking", "Cairn", "CairnPublic", "CairnServer", "CairnSessions", "CairnTesting",
        "Gallery", "WebDriver",
      ],
      exclude: ["Modules"]
    ),
    // The inputs that fuzzing starts with. `scripts/fuzz` continues from them, with its own executable.
    .testTarget(
      name: "FuzzingTests",
      dependencies: [
        "Cairn", "CairnApplications", "CairnChrome", "CairnDependencies", "CairnHTTP",
        "CairnRecorder", "CairnSecurity", "CairnServer", "CairnTexts", "CairnViews", "Gallery",
        logging,
      ],
      path: "Tests/Fuzzing", exclude: ["CLibFuzzer", "Corpora", "Dictionaries", "Fuzzing.swift"]),
  ],
  swiftLanguageModes: [.v6]
)

// Set by `scripts/fuzz`. The package then has only the fuzzers, and the samples as a library that they link.
let isFuzzing = Context.environment["CAIRN_FUZZING"] == "1"

if isFuzzing {
  package.products = []
  package.targets.removeAll {
    $0.type == .test || $0.path?.hasPrefix("Tests/") == true
      || ["Benchmarks", "Booking", "CairnTesting", "Gallery"].contains($0.name)
  }
  package.targets += [
    .target(
      name: "Gallery",
      dependencies: [
        "Cairn", "CairnModels", "CairnPasswords", "CairnSQLite", "CairnServer", "CairnSessions",
        grdb, logging,
      ],
      exclude: ["GalleryCommand.swift"],
      resources: [.embedInCode("Members/Members.xcstrings")]),
    .systemLibrary(name: "CLibFuzzer", path: "Tests/Fuzzing/CLibFuzzer"),
    .executableTarget(
      name: "Fuzzing",
      dependencies: [
        "Cairn", "CairnApplications", "CairnChrome", "CairnDependencies", "CairnHTTP",
        "CairnRecorder", "CairnSecurity", "CairnServer", "CairnTexts", "CairnViews", "CLibFuzzer",
        "Gallery", logging,
      ],
      path: "Tests/Fuzzing", exclude: ["CLibFuzzer", "Corpora", "Dictionaries", "SeedTests.swift"],
      linkerSettings: [.linkedLibrary("stdc++")]),
  ]
}

// Set by the scripts. The project's own code is then optimized as in a release, but swift-syntax isn't, because
// optimizing it takes longer than everything else. Packages that depend on this one don't get unsafe flags.
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
    // The last targets have no others to be compiled in parallel with, so both cores compile them file by file.
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

// Set by `scripts/sanitize`. The sanitizer applies to the project's own code, except its macros.
if let sanitizer = Context.environment["CAIRN_SANITIZER"], !sanitizer.isEmpty {
  let flags = ["-sanitize=\(sanitizer)"]
  for target in package.targets where target.type != .system && target.type != .macro {
    // Swift 6.3 fails with "Invalid bitcast" when it compiles these views for ThreadSanitizer.
    if sanitizer != "thread" || target.name != "CairnViews" {
      target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(flags)]
    }
    target.linkerSettings = (target.linkerSettings ?? []) + [.unsafeFlags(flags)]
  }
}
