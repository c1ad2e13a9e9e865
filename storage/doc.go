// Package storage is what a cluster keeps: the image registry and its bucket, backups, logs, the volumes of monitoring,
// and the class of everybody's volumes.
//
// RegistryBucket, BackupBucket, LogBucket and AccessLogBucket are made of AWS resources. ImageRegistry, MonitoringStorage,
// StorageClass and LogStore are objects inside the cluster and take the cluster's Kubernetes provider by pulumi.Provider:
// one with EnableServerSideApply, and with EnableConfigMapMutable and EnableSecretMutable, since Pulumi otherwise deletes a
// ConfigMap or a Secret before it makes the changed one.
package storage
