// Package storage is what a cluster keeps: the image registry and its bucket, backups, logs, the volumes of monitoring,
// and the class of everybody's volumes.
//
//	                 on AWS                             inside the cluster
//	images           RegistryBucket                     ImageRegistry
//	backups          BackupBucket                       OADP, or a job that copies etcd's
//	logs             LogBucket                          LogStore
//	metrics          -                                  MonitoringStorage
//	volumes          -                                  StorageClass
//	access logs      AccessLogBucket                    -
//
// What is on the right is an object inside the cluster and takes the cluster's Kubernetes provider by pulumi.Provider: one with
// EnableServerSideApply, and with EnableConfigMapMutable and EnableSecretMutable, since Pulumi otherwise deletes a ConfigMap or a
// Secret before it makes the changed one.
//
// All buckets are private, encrypted, versioned, and refuse requests without TLS. None is deleted with something in it unless
// its ForceDestroy says so. Pods reach BackupBucket and LogBucket by a role that their service account may take, [Writer], which
// needs the cluster's OpenID Connect provider.
package storage
