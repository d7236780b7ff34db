// What stands in the interface of every feature with an alert.
@_exported import CairnFeatures
