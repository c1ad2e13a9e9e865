// Package configuration has the cluster-wide configuration of any OpenShift cluster: its API server, logins, proxy, images, operators,
// DNS, scheduler and upgrades.
//
//	API and logins    APIServer, IdentityProviders, ExternalOIDC
//	network           Proxy, DNS
//	images            PullSecret, ImageMirrors, ImageConfig
//	operators         Operator, OperatorHub
//	upgrades          Upgrade, UpdateService
//	pods              Scheduler
//
// Most components patch objects that every cluster has; when the component is deleted, the fields that it set are released. All components require a Kubernetes provider (pulumi.Provider),
// which cluster.NewKubernetesProvider registers.
package configuration
