/// A figure and its maximum.
struct Bound {
  let name: String
  let value: Double
  let most: Double

  init(_ name: String, _ value: Double, _ most: Double) {
    (self.name, self.value, self.most) = (name, value, most)
  }

  var line: String {
    let digits = most < 10 ? 3 : 0
    return "  " + Column.left(name, 64) + Column.right(Column.number(value, digits))
      + Column.right(Column.number(most, most < 1 ? 1 : 0))
      + (value <= most ? "   reached" : "   MISSED")
  }
}
