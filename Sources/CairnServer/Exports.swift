// What an application is made of.
@_exported import CairnApplications
