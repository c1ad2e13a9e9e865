package main

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/ocm"
)

// clustersPath is the path of the clusters in the API.
const clustersPath = "clusters"

// immutable are the fields of a cluster that a PATCH must not change.
var immutable = []string{"name", "domain_prefix", "region", "multi_az", "network", "etcd_encryption", "hypershift", "fips", "dns"}

// clusterAbove returns the cluster that a path is below, nil if there is none.
func (s *service) clusterAbove(path string) object {
	parts := strings.Split(path, "/")
	if len(parts) < 2 || parts[0] != clustersPath {
		return nil
	}
	return s.at(parts[0] + "/" + parts[1])
}

// account returns what OCM's rules read of the collections.
func (s *service) account() ocm.Account {
	var account ocm.Account
	for _, item := range s.list(clustersPath) {
		account.Clusters = append(account.Clusters, clusterOf(item))
		below := clustersPath + "/" + text(item, "id") + "/node_pools"
		for _, pool := range s.list(below) {
			account.Pools = append(account.Pools, s.poolOf(below+"/"+text(pool, "id"), pool))
		}
	}
	return account
}

// clusterOf returns what OCM's rules read of a cluster.
func clusterOf(item object) ocm.Cluster {
	return ocm.Cluster{
		ID: text(item, "id"), Name: text(item, "name"), DomainPrefix: text(item, "domain_prefix"), Region: text(item, "region", "id"),
		BillingAccountID: text(item, "aws", "billing_account_id"), OIDCConfig: text(item, "aws", "sts", "oidc_config", "id"),
		Release: releaseOf(item), Channel: text(item, "channel"), Hosted: at(item, "hypershift", "enabled") == true,
		ExternalAuth: at(item, "external_auth_config", "enabled") == true, Protected: at(item, "delete_protection", "enabled") == true,
		Zones: len(texts(item, "nodes", "availability_zones")), Subnets: texts(item, "aws", "subnet_ids"),
		InstanceType: text(item, "nodes", "compute_machine_type", "id"),
	}
}

// poolOf returns what OCM's rules read of a machine pool.
func (s *service) poolOf(path string, item object) ocm.Pool {
	return ocm.Pool{
		Name: text(item, "id"), Cluster: strings.Split(path, "/")[1], Release: releaseOf(item), Upgrading: s.isInProgress(path),
	}
}

// rejectCreation returns why the service rejects a new item, nil if it accepts it.
func (s *service) rejectCreation(r request) error {
	cluster := clusterOf(s.clusterAbove(r.path))
	switch r.last {
	case clustersPath:
		return s.rejectCluster(r.body)
	case "node_pools":
		pool := ocm.Pool{
			Name: text(r.body, "id"), Cluster: cluster.ID, Release: strings.TrimPrefix(text(r.body, "version", "id"), versionPrefix),
		}
		if pool.IsInitial() {
			return fmt.Errorf("the name '%s' is that of an initial machine pool", pool.Name)
		}
		return s.account().RejectPool(pool)
	case "break_glass_credentials":
		return cluster.RejectBreakGlass()
	}
	return nil
}

// releaseOf returns the release of a cluster or of a machine pool.
func releaseOf(item object) string { return strings.TrimPrefix(clusterVersion(item), versionPrefix) }

func (s *service) rejectCluster(body object) error {
	request := clusterOf(body)
	if err := cmp.Or(request.Reject(), s.account().RejectCluster(request)); err != nil {
		return err
	}
	if id := clusterVersion(body); !known(id) {
		return fmt.Errorf("Version '%s' is not supported", id) //nolint:staticcheck // OCM's words
	}
	if request.OIDCConfig != "" && s.at("oidc_configs/"+request.OIDCConfig) == nil {
		return fmt.Errorf("the OIDC configuration '%s' does not exist", request.OIDCConfig)
	}
	missing, err := s.aws.missing(request.Region, roles(body), request.Subnets)
	if err == nil && missing != "" {
		err = fmt.Errorf("'%s' does not exist in the AWS account", missing)
	}
	return err
}

// roles returns the ARNs of the roles in a request for a cluster.
func roles(body object) []string {
	sts := at(body, "aws", "sts")
	all := []string{
		text(sts, "role_arn"), text(sts, "support_role_arn"), text(sts, "instance_iam_roles", "worker_role_arn"),
		text(sts, "instance_iam_roles", "master_role_arn"),
	}
	return slices.DeleteFunc(all, func(arn string) bool { return arn == "" })
}

// rejectChange returns why the service rejects a change, nil if it accepts it.
func rejectChange(r request, item object) error {
	if r.parent != clustersPath {
		return nil
	}
	present := cluster(item)
	for _, field := range immutable {
		if wanted, set := r.body[field]; set && !reflect.DeepEqual(wanted, present[field]) && !within(wanted, present[field]) {
			return fmt.Errorf("Attribute '%s' is not allowed to be changed", field) //nolint:staticcheck // OCM's words
		}
	}
	return ocm.RejectChannel(releaseOf(present), text(r.body, "channel"))
}

// within reports whether all fields of an object have the same values in another.
func within(part, whole any) bool {
	fields, ok := part.(object)
	if !ok {
		return reflect.DeepEqual(part, whole)
	}
	for name, value := range fields {
		if !within(value, at(whole, name)) {
			return false
		}
	}
	return true
}

// change applies a PATCH, which replaces fields; of what a cluster and a machine pool have on AWS the fields of that object.
func change(r request, item object) {
	body := r.body
	if strings.HasSuffix(r.parent, "/ingresses") {
		body = withoutEmpty(body)
	}
	for name, value := range body {
		inner, isObject := value.(object)
		ofAWS := r.parent == clustersPath && name == "aws" || name == "aws_node_pool"
		if ofAWS && isObject {
			maps.Copy(nested(item, name), inner)
			continue
		}
		item[name] = value
	}
}

// rejectDeletion returns why the service does not delete an item, nil if it does.
func (s *service) rejectDeletion(r request) error {
	switch {
	case strings.HasSuffix(r.parent, "/node_pools"):
		return s.account().RejectPoolDeletion(s.poolOf(r.path, s.at(r.path)))
	case r.parent == clustersPath:
		return clusterOf(s.at(r.path)).RejectDeletion()
	case r.parent == "oidc_configs":
		return s.account().RejectConfigDeletion(r.last)
	}
	return nil
}

// deleteProtection reads or changes whether a cluster can be deleted (openshift/rosa d80ba25 cmd/edit/cluster).
func deleteProtection(r request, cluster object) response {
	if r.method == http.MethodPatch {
		cluster["delete_protection"] = object{"enabled": r.body["enabled"] == true}
	}
	return response{http.StatusOK, object{"enabled": at(cluster, "delete_protection", "enabled") == true}}
}

// completed returns a posted item with the defaults of the service.
func (s *service) completed(r request) object {
	switch r.last {
	case "node_pools":
		return nodePool(r.body, s.clusterAbove(r.path))
	case "identity_providers":
		return identityProvider(r.body)
	case "labels":
		return label(r.body)
	case "image_mirrors":
		return imageMirror(r.body)
	}
	return r.body
}

// applyEffects makes what the service makes after an item was posted: the default ingress, the initial machine pools and the VPC endpoint
// of a cluster, and the users of an identity provider.
func (s *service) applyEffects(r request, item object) error {
	below := r.path + "/" + text(item, "id")
	switch {
	case r.path == clustersPath:
		s.put(below+"/ingresses", object{
			"id": "a1b2", "default": true, "listening": "external", "load_balancer_type": "classic",
			"route_wildcard_policy": "WildcardsDisallowed", "route_namespace_ownership_policy": "Strict",
		})
		s.putInitialPools(below, item)
		if subnets := texts(item, "aws", "subnet_ids"); at(item, "hypershift", "enabled") == true && len(subnets) > 0 {
			region := text(item, "region", "id")
			created, err := s.aws.createEndpoint(region, subnets[0], shaped(r.path, item))
			s.endpoints[text(item, "id")] = created
			if err != nil {
				return err
			}
		}
		return s.install(below, item)
	case r.last == "identity_providers":
		users, _ := at(r.body, "htpasswd", "users", "items").([]any)
		for _, user := range users {
			s.put(below+"/htpasswd_users", user.(object))
		}
	}
	return nil
}

// putInitialPools creates the initial machine pools of a hosted cluster, each with its part of the machines. Clients must not rely on the
// order of their subnets: here it is the reverse.
func (s *service) putInitialPools(path string, cluster object) {
	initial := clusterOf(cluster).InitialPools()
	parts := float64(len(initial))
	for i, one := range initial {
		pool := object{
			"id": one.Name, "subnet": initial[len(initial)-1-i].Subnet, "auto_repair": true, "labels": object{},
			"aws_node_pool": object{"instance_type": one.InstanceType},
		}
		if total, ok := at(cluster, "nodes", "compute").(float64); ok {
			pool["replicas"] = total / parts
		}
		if scaling, ok := at(cluster, "nodes", "autoscale_compute").(object); ok {
			least, _ := scaling["min_replicas"].(float64)
			most, _ := scaling["max_replicas"].(float64)
			pool["autoscaling"] = object{"min_replica": least / parts, "max_replica": most / parts}
		}
		s.put(path+"/node_pools", nodePool(pool, cluster))
	}
}
