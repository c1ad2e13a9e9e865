// Package ingress exposes a cluster's routes: the load balancer in front of the routers, and the ingress controllers that
// run the routers.
//
// RouterLB consists of AWS resources. IngressController is an object inside the cluster and requires the cluster's
// Kubernetes provider (pulumi.Provider). The load balancer forwards to ports of the infra nodes. The default ingress
// controller listens on these ports only if it is installed with the publishing strategy HostNetwork: see InstallManifest.
// ComponentRoutes sets the host names and certificates of the console and the login page.
package ingress
