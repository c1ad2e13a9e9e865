package plugin

import (
	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/configuration"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

// Components are the components of the package, by their tokens' order: one row for each. `make component` writes the row and the files
// of a new one. Those inside the cluster say what operators restart after a change.
// cluster.NewKubernetesProvider and iam.NewRHCSProvider are not among them: they are providers of other packages, which programs in other
// languages make by themselves.
var Components = []Component{
	of(blueprint.NewROSAClassic),
	of(blueprint.NewROSAHCP),
	of(blueprint.NewSelfManaged),
	of(cluster.NewControlPlane),
	of(newWaitForAPI).in("cluster"),
	of(newWaitForNodes).in("cluster"),
	of(configuration.NewAPIServer).restarting("API servers, one control-plane machine after the other"),
	of(configuration.NewDNS).restarting("DNS pods"),
	of(configuration.NewExternalOIDC).restarting("API servers and console; the OAuth server ends"),
	of(configuration.NewIdentityProviders).restarting("OAuth server"),
	of(configuration.NewImageConfig).restarting("image registry and the API servers of OpenShift"),
	of(configuration.NewImageMirrors).restarting(none),
	of(configuration.NewOperator).restarting("the operator"),
	of(configuration.NewOperatorHub).restarting("pods of the catalogs"),
	of(configuration.NewProxy).restarting("operators and the pods that use the proxy"),
	of(configuration.NewPullSecret).restarting(none),
	of(configuration.NewScheduler).restarting("kube-scheduler"),
	of(configuration.NewUpdateService).restarting("the update service"),
	of(configuration.NewUpgrade).restarting("all of OpenShift"),
	of(machineconfig.NewContainerRuntimeConfig).restarting(none),
	of(machineconfig.NewKubeletConfig).restarting(none),
	of(machineconfig.NewMachineConfig).restarting(none),
	of(machineconfig.NewMachineConfigPool).restarting(none),
	of(machineconfig.NewMachineConfiguration).restarting(none),
	of(rosa.NewAutoscaler),
	of(rosa.NewBreakGlassCredential),
	of(rosa.NewClassic),
	of(rosa.NewDNSDomain),
	of(rosa.NewHCP),
	of(rosa.NewIdentityProvider),
	of(rosa.NewImageMirror),
	of(rosa.NewIngress),
	of(rosa.NewKubeletConfig),
	of(rosa.NewLogForwarder),
	of(rosa.NewMachinePool),
	of(rosa.NewOCMRoleLink),
	of(rosa.NewTuningConfig),
	of(iam.NewAccountRoles),
	of(iam.NewEtcdKey),
	of(iam.NewInstanceProfiles),
	of(iam.NewOCMRole),
	of(iam.NewOIDCConfig),
	of(iam.NewOIDCProvider),
	of(iam.NewOperatorRoles),
	of(iam.NewServiceAccountRole),
	of(iam.NewSharedVpcResources),
	of(iam.NewShortTermCredentials),
	of(iam.NewVolumeKey),
	of(ingress.NewComponentRoutes).restarting("console and OAuth server"),
	of(ingress.NewIngressController).restarting("routers; those of another `Publishing` type or `Domain` are new"),
	of(ingress.NewRouterLB),
	of(network.NewEgressProxy),
	of(network.NewExistingVpc),
	of(network.NewJumpHost),
	of(network.NewPrivateLinkAccess),
	of(network.NewSecurityGroups),
	of(network.NewVpc),
	of(nodes.NewCSRApprover).restarting("the approver"),
	of(nodes.NewClusterAutoscaler).restarting("the autoscaler"),
	of(nodes.NewClusterAutoscalerASG).restarting("the autoscaler"),
	of(nodes.NewInfraMachineSet).restarting(none),
	of(nodes.NewMachineAutoscaler).restarting(none),
	of(nodes.NewMachineHealthCheck).restarting(none),
	of(nodes.NewTerminationHandler).restarting("the handler"),
	of(nodes.NewWorkerMachineSet).restarting(none),
	of(nodes.NewWorkerPool),
	of(storage.NewAccessLogBucket),
	of(storage.NewBackupBucket),
	of(storage.NewClusterCSIDriver).restarting(none),
	of(storage.NewDataProtectionApplication).restarting("Velero"),
	of(storage.NewEFSStorageClass).restarting(none),
	of(storage.NewEtcdBackup).restarting(none),
	of(storage.NewImageRegistry).restarting("image registry"),
	of(storage.NewLogBucket),
	of(storage.NewLogStore).restarting("Loki"),
	of(storage.NewMonitoringStorage).restarting("Prometheus and Alertmanager, one after the other"),
	of(storage.NewRegistryBucket),
	of(storage.NewStorageClass).restarting(none),
	of(storage.NewVolumeSnapshotClass).restarting(none),
}
