// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "first-app",
  dependencies: [.package(path: "../cairn")],
  targets: [
    .executableTarget(
      name: "FirstApp",
      dependencies: [
        .product(name: "Cairn", package: "cairn"),
        .product(name: "CairnServer", package: "cairn"),
      ])
  ]
)
