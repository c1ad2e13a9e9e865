// Package storage creates the persistent storage of a cluster: the image registry and its bucket, backups, logs, the volumes
// of monitoring, and the default storage class.
//
//	                 on AWS                             inside the cluster
//	images           RegistryBucket                     ImageRegistry
//	backups          BackupBucket                       EtcdBackup, DataProtectionApplication
//	logs             LogBucket                          LogStore
//	metrics          -                                  MonitoringStorage
//	volumes          -                                  StorageClass, EFSStorageClass, ClusterCSIDriver, VolumeSnapshotClass
//	access logs      AccessLogBucket                    -
//
// The components on the right are objects inside the cluster and require its Kubernetes provider (pulumi.Provider), such as
// that of cluster.NewKubernetesProvider: with EnableServerSideApply, and with EnableConfigMapMutable and EnableSecretMutable,
// because Pulumi otherwise deletes a ConfigMap or a Secret before it creates the changed one.
//
// All buckets are private, encrypted and versioned, and reject requests without TLS. A bucket that is not empty is only
// deleted if its ForceDestroy is set. Pods access BackupBucket and LogBucket by an IAM role that their service accounts can
// assume (Writer); it requires the OIDC provider of the cluster.
package storage
