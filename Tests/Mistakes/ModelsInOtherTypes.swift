import CairnModels

class ModelStateInAClass {
  struct State: Equatable {}
  @ModelState
  // error: '@ModelState' can only be attached to a property of a struct that conforms to 'Model'
  private var state: State
}

@ModelContainer
// error: '@ModelContainer' can only be attached to an enum; a model must be a struct that
//   conforms to 'Model'
struct ModelsOfAStruct {}
