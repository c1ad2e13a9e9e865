package ocmtest

import "maps"

// The types of clusters.
const (
	HCP     = "rhcs:index/clusterRosaHcp:ClusterRosaHcp"
	Classic = "rhcs:index/clusterRosaClassic:ClusterRosaClassic"
)

// Names of what is in a cluster of [Contents], of which both products have one.
const (
	Cluster          = "cluster"
	IdentityProvider = "identity provider"
	User             = "user"
	Pool             = "pool"
	Ingress          = "ingress"
	Tuning           = "tuning"
)

// Products are the inputs of a cluster by its type, with an OIDC configuration.
func Products(oidcConfig string) map[string]map[string]any {
	hosted := ClusterInputs("demo", Fixtures{Subnet: "subnet-1", OIDCConfig: oidcConfig})
	hosted["waitForCreateComplete"] = true
	classic := maps.Clone(hosted)
	hosted["replicas"], hosted["channel"] = 2, "stable-4.18"
	delete(classic, "awsBillingAccountId")
	sts := maps.Clone(classic["sts"].(map[string]any))
	worker := sts["instanceIamRoles"].(map[string]any)["workerRoleArn"]
	master := "arn:aws:iam::" + Account + ":role/good-ControlPlane-Role"
	sts["instanceIamRoles"] = map[string]any{"workerRoleArn": worker, "masterRoleArn": master}
	classic["sts"] = sts
	return map[string]map[string]any{HCP: hosted, Classic: classic}
}

// Changes are changes of a cluster that OCM applies in place.
var Changes = map[string]map[string]any{
	HCP:     {"awsBillingAccountId": "210987654321"},
	Classic: {"disableWorkloadMonitoring": true},
}

// Content is something in a cluster: its type and inputs, and its path in OCM below the cluster, with the placeholder ID.
type Content struct {
	Name, Type, Path string
	Inputs           map[string]any
}

// Contents are in a cluster of a product. Users are in an identity provider.
func Contents(product, cluster string) []Content {
	all := []Content{
		{IdentityProvider, "rhcs:index/identityProvider:IdentityProvider", "identity_providers/ID", map[string]any{
			"name": "local", "htpasswd": map[string]any{"users": []any{map[string]any{"username": "ann", "password": "Abcdefgh-12345678"}}},
		}},
		{User, "rhcs:index/groupMembership:GroupMembership", "groups/cluster-admins/users/ID", map[string]any{
			"group": "cluster-admins", "user": "ann",
		}},
	}
	if product == HCP {
		all = append(all,
			Content{Pool, "rhcs:index/hcpMachinePool:HcpMachinePool", "node_pools/ID", map[string]any{
				"name": "general", "autoRepair": true, "subnetId": "subnet-1", "replicas": 2,
				"autoscaling": map[string]any{"enabled": false}, "awsNodePool": map[string]any{"instanceType": "m5.xlarge"},
			}},
			Content{Ingress, "rhcs:index/hcpDefaultIngress:HcpDefaultIngress", "ingresses/ID", map[string]any{"listeningMethod": "external"}},
			Content{Tuning, "rhcs:index/tuningConfig:TuningConfig", "tuning_configs/ID", map[string]any{"name": "tuned", "spec": "{}"}},
		)
	} else {
		all = append(all,
			Content{Pool, "rhcs:index/machinePool:MachinePool", "machine_pools/ID", map[string]any{
				"name": "general", "machineType": "m5.xlarge", "replicas": 2,
			}},
			Content{Ingress, "rhcs:index/defaultIngress:DefaultIngress", "ingresses/ID", map[string]any{"loadBalancerType": "classic"}},
		)
	}
	for i := range all {
		all[i].Inputs["cluster"] = cluster
	}
	return all
}

// Type is a type of resources: the properties that identify one besides its ID, and whether they are in OCM.
type Type struct {
	Identity []string
	InOCM    bool
}

// Types are the types of RHCS's resources that components use.
var Types = map[string]Type{
	"BreakGlassCredential": {[]string{"cluster"}, true},
	"ClusterAutoscaler":    {[]string{"cluster"}, true},
	"ClusterRosaClassic":   {[]string{"name"}, true},
	"ClusterRosaHcp":       {[]string{"name"}, true},
	"ClusterWait":          {[]string{"cluster"}, false},
	"DefaultIngress":       {[]string{"cluster"}, true},
	"DnsDomain":            {nil, true},
	"GroupMembership":      {[]string{"cluster", "group", "user"}, true},
	"HcpClusterAutoscaler": {[]string{"cluster"}, true},
	"HcpDefaultIngress":    {[]string{"cluster"}, true},
	"HcpMachinePool":       {[]string{"cluster", "name"}, true},
	"IdentityProvider":     {[]string{"cluster", "name"}, true},
	"ImageMirror":          {[]string{"clusterId"}, true},
	"Kubeletconfig":        {[]string{"cluster", "name"}, true},
	"LogForwarder":         {[]string{"cluster"}, true},
	"MachinePool":          {[]string{"cluster", "name"}, true},
	"RosaOcmRoleLink":      {nil, true},
	"RosaOidcConfig":       {nil, true},
	"RosaOidcConfigInput":  {nil, false},
	"TuningConfig":         {[]string{"cluster", "name"}, true},
}
