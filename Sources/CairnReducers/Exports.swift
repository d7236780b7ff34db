// The interface of every feature with an alert contains types of this module.
@_exported import CairnFeatures
