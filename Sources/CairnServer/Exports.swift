// What an application is made of.
@_exported import CairnApplications
// The backend of metrics that an executable bootstraps.
@_exported import CairnPrometheus
