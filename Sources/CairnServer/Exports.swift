// Exported for the definition of applications.
@_exported import CairnApplications
// Exported for the declaration of endpoints.
@_exported import CairnEndpoints
// Exported for the checks of a server.
@_exported import CairnHealth
// Exported for the metrics backend that an executable bootstraps.
@_exported import CairnPrometheus
// Exported for the languages of applications.
@_exported import CairnTexts
