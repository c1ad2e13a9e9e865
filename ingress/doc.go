// Package ingress brings traffic from outside to a cluster's routes: the load balancer in front of the routers, and the
// ingress controllers that the routers belong to.
//
// RouterLB is made of AWS resources. IngressController is an object inside the cluster and takes the cluster's
// Kubernetes provider by pulumi.Provider. They meet on the ports of the infra nodes, which the routers open only if the
// default ingress controller is installed with the publishing strategy HostNetwork: see InstallManifest.
package ingress
