// Export the modules that authors of models need, except for reducers, which use the same names.
@_exported import CairnCases
@_exported import CairnDependencies
@_exported import CairnFeatures
@_exported import CairnScreens
@_exported import CairnSharedMacros
@_exported import CairnViews
// Contains the type of the IDs of identified arrays.
@_exported import OrderedCollections
