import Cairn

@Reducer
enum DestinationOfAnArray {
  // error: 'Int' isn't a reducer, an alert, or a dialog; to use it as a value, mark the case
  //   '@ReducerCaseIgnored'
  case count(Int)
  // error: '[String]' isn't a reducer, an alert, or a dialog; to use it as a value, mark the case
  //   '@ReducerCaseIgnored'
  case names([String])
}
