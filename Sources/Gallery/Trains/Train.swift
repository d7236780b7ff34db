/// A train of the timetable.
struct Train: Identifiable, Hashable, Sendable {
  let id: Int
  let name: String
  let origin: String
  let destination: String
  /// The number of seats in each coach, starting behind the engine.
  let coaches: [Int]

  var seats: Int { coaches.reduce(0, +) }

  static let all = [
    Train(
      id: 0, name: "Northern Star", origin: "Oslo", destination: "Hamburg",
      coaches: [48, 64, 64, 32]),
    Train(
      id: 1, name: "Alpine", origin: "Zürich", destination: "Milan", coaches: [60, 60, 52]),
    Train(
      id: 2, name: "Coast Line", origin: "Porto", destination: "Lisbon", coaches: [72, 72]),
    Train(
      id: 3, name: "Night Owl", origin: "Vienna", destination: "Paris",
      coaches: [36, 36, 24, 24, 12]),
  ]

  static func with(id: Int) -> Train? { all.first { $0.id == id } }
}
