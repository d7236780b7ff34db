// What an author of models imports: all but reducers, whose names are the same.
@_exported import CairnCases
@_exported import CairnDependencies
@_exported import CairnFeatures
@_exported import CairnScreens
@_exported import CairnSharedMacros
@_exported import CairnViews
// What the ids of identified arrays are in.
@_exported import OrderedCollections
