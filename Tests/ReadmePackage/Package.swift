// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "tally",
  dependencies: [.package(path: "../cairn")],
  targets: [
    .executableTarget(
      name: "Tally",
      dependencies: [
        .product(name: "Cairn", package: "cairn"),
        .product(name: "CairnServer", package: "cairn"),
      ]),
    .testTarget(
      name: "TallyTests",
      dependencies: ["Tally", .product(name: "CairnTesting", package: "cairn")]),
  ]
)
