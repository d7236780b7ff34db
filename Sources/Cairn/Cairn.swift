// What a feature's author imports.
@_exported import CairnCases
@_exported import CairnDependencies
@_exported import CairnFeatures
@_exported import CairnReducers
@_exported import CairnScreens
@_exported import CairnSharedMacros
@_exported import CairnStores
@_exported import CairnViews
// With which a feature shows its values, and says that something is wrong.
@_exported import CustomDump
@_exported import IssueReporting
// What the ids of stacks and identified arrays are in.
@_exported import OrderedCollections
