import Cairn
import Foundation

/// Each kind of chart, and each state of a value that's loaded.
struct ChartsCatalogView: View {
  let store: StoreOf<ChartsCatalog>

  var body: some View {
    Group {
      Sample("Chart that's loaded") {
        AsyncContent(store.sales) { sales in
          SalesChart(sales: sales)
        } placeholder: {
          Text("Sales of the shops in Kyoto, Lima, and Oslo")
          Text("January to June")
        } retry: {
          store.send(.loadTapped)
        }
        Button("Load the sales") { store.send(.loadTapped) }.disabled(store.sales.isLoading)
        Button("Start over") { store.send(.resetTapped) }
      }
      ChartSamples()
      ChartStates()
      Sample("Value that's being loaded") {
        AsyncContent(Loadable<String>.loading) {
          Text($0)
        } retry: {
        }
      }
      Sample("Value that couldn't be loaded") {
        AsyncContent(Loadable<String>.failed("The shops can't be reached now.")) {
          Text($0)
        } retry: {
        }
      }
      Sample("Value whose loading was interrupted") {
        AsyncContent(Loadable<String>.interrupted) {
          Text($0)
        } retry: {
        }
      }
    }
    .navigationTitle("Charts and loading")
  }
}

private struct SalesChart: View {
  let sales: [ChartsCatalog.Sale]

  var body: some View {
    Chart(sales, caption: "Sales by month") { sale in
      BarMark(x: .value("Month", sale.month), y: .value("Sales", sale.amount))
        .foregroundStyle(by: .value("Shop", sale.shop))
    }
  }
}

/// Charts of bars, lines, points, and areas.
private struct ChartSamples: View {
  private static let start = Date(timeIntervalSince1970: 1_893_456_000)

  var body: some View {
    Sample("Bars") {
      Chart(ChartsCatalog.sales, caption: "Sales by month, in Kyoto, Lima, and Oslo") { sale in
        BarMark(x: .value("Month", sale.month), y: .value("Sales", sale.amount))
          .foregroundStyle(by: .value("Shop", sale.shop))
      }
    }
    Sample("Lines") {
      Chart(ChartsCatalog.sales, caption: "Sales by shop") { sale in
        LineMark(x: .value("Month", sale.month), y: .value("Sales", sale.amount))
          .foregroundStyle(by: .value("Shop", sale.shop))
        PointMark(x: .value("Month", sale.month), y: .value("Sales", sale.amount))
          .foregroundStyle(by: .value("Shop", sale.shop))
      }
    }
    Sample("Areas and dates") {
      Chart(0..<90, caption: "Visitors per day") { day in
        AreaMark(
          x: .value("Day", Self.start.addingTimeInterval(Double(day) * 86_400)),
          y: .value("Visitors", 200 + (day * 37) % 61 + day))
      }
    }
    Sample("Points and numbers") {
      Chart(0..<40, caption: "Weights by size") { number in
        PointMark(
          x: .value("Size in centimeters", Double(number) / 2 + 3),
          y: .value("Weight in grams", Double((number * 29) % 17) / 10 + Double(number) / 8))
      }
    }
  }
}

/// Charts with long names, and without data.
private struct ChartStates: View {
  var body: some View {
    Sample("Values below zero and long names") {
      Chart(caption: "Balance") {
        BarMark(x: .value("Department", "Research and development"), y: .value("Balance", -120))
        BarMark(x: .value("Department", "Sales and customer service"), y: .value("Balance", 310))
        BarMark(x: .value("Department", "Warehouses in other countries"), y: .value("Balance", 45))
      }
    }
    Sample("Chart without data") {
      Chart([ChartsCatalog.Sale](), caption: "Sales of a new shop") { sale in
        BarMark(x: .value("Month", sale.month), y: .value("Sales", sale.amount))
      }
    }
  }
}
