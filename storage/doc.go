// Package storage is what a cluster keeps: the image registry and its bucket, and the volumes of monitoring.
//
// RegistryBucket is made of AWS resources. ImageRegistry and MonitoringStorage are objects inside the cluster and take
// the cluster's Kubernetes provider by pulumi.Provider.
package storage
