// The modules of Cairn that features use.
@_exported import CairnCases
@_exported import CairnDependencies
@_exported import CairnFeatures
@_exported import CairnReducers
@_exported import CairnScreens
@_exported import CairnSharedMacros
@_exported import CairnStores
@_exported import CairnTexts
@_exported import CairnViews
// Dumps values, and reports issues.
@_exported import CustomDump
@_exported import IssueReporting
// Contains the type of the IDs of stacks and identified arrays.
@_exported import OrderedCollections
