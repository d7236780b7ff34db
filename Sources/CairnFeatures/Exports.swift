// Contains the keys of texts.
@_exported import CairnTexts
