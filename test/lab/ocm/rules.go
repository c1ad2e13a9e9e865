package main

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/ocm"
)

// clustersPath is the path of the clusters in the API.
const clustersPath = "clusters"

// immutable are the fields of a cluster that a PATCH must not change.
var immutable = []string{"name", "domain_prefix", "region", "multi_az", "network", "etcd_encryption", "hypershift", "fips", "dns"}

func reason(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// clusterOf returns the cluster that a path is below, nil if there is none.
func (s *service) clusterOf(path string) object {
	parts := strings.Split(path, "/")
	if len(parts) < 2 || parts[0] != clustersPath || s.collections[clustersPath] == nil {
		return nil
	}
	return s.collections[clustersPath].items[parts[1]]
}

// rejectCreation returns why the service rejects a new item, "" if it accepts it.
func (s *service) rejectCreation(r request) string {
	cluster := s.clusterOf(r.path)
	switch {
	case r.path == clustersPath:
		return s.rejectCluster(r.body)
	case r.last == "node_pools" && initialPool.MatchString(text(r.body, "id")):
		return fmt.Sprintf("the name '%s' is that of an initial machine pool", text(r.body, "id"))
	case strings.HasPrefix(r.path, "clusters/") && cluster == nil:
		return fmt.Sprintf("Cluster '%s' not found", strings.Split(r.path, "/")[1])
	case r.last == "node_pools":
		release := strings.TrimPrefix(text(r.body, "version", "id"), versionPrefix)
		return reason(ocm.RejectPool(releaseOf(cluster), release))
	case r.last == "break_glass_credentials" && at(cluster, "external_auth_config", "enabled") != true:
		return "External Authentication Configuration is not enabled"
	}
	return ""
}

// releaseOf returns the release of a cluster or of a machine pool.
func releaseOf(item object) string { return strings.TrimPrefix(clusterVersion(item), versionPrefix) }

func (s *service) rejectCluster(body object) string {
	hosted := at(body, "hypershift", "enabled") == true
	err := ocm.Cluster{
		Name: text(body, "name"), DomainPrefix: text(body, "domain_prefix"), Region: text(body, "region", "id"),
		BillingAccountID: text(body, "aws", "billing_account_id"), Hosted: hosted,
	}.Reject()
	if err != nil {
		return err.Error()
	}
	prefix := text(body, "domain_prefix")
	if name := text(body, "name"); prefix == "" && len(name) <= ocm.MaxDomainPrefix {
		prefix = name
	}
	for _, other := range s.list(clustersPath) {
		if text(other, "name") == text(body, "name") {
			return fmt.Sprintf("the name '%s' is taken already (%s)", text(body, "name"), text(other, "id"))
		}
		if prefix != "" && prefix == text(other, "domain_prefix") {
			return fmt.Sprintf("the domain prefix '%s' is taken already (%s)", prefix, text(other, "id"))
		}
	}
	if id := clusterVersion(body); !known(id) {
		return fmt.Sprintf("Version '%s' is not supported", id)
	}
	if err := ocm.RejectChannel(releaseOf(body), text(body, "channel")); err != nil {
		return err.Error()
	}
	config := text(body, "aws", "sts", "oidc_config", "id")
	if configs := s.collections["oidc_configs"]; config != "" && (configs == nil || configs.items[config] == nil) {
		return fmt.Sprintf("the OIDC configuration '%s' does not exist", config)
	}
	missing, err := s.aws.missing(text(body, "region", "id"), roles(body), texts(body, "aws", "subnet_ids"))
	if err != nil {
		return err.Error()
	}
	if missing != "" {
		return fmt.Sprintf("'%s' does not exist in the AWS account", missing)
	}
	return ""
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

// rejectChange returns why the service rejects a change, "" if it accepts it.
func rejectChange(r request, item object) string {
	if r.parent != clustersPath {
		return ""
	}
	present := cluster(item)
	for _, field := range immutable {
		if wanted, set := r.body[field]; set && !reflect.DeepEqual(wanted, present[field]) && !within(wanted, present[field]) {
			return fmt.Sprintf("Attribute '%s' is not allowed to be changed", field)
		}
	}
	return reason(ocm.RejectChannel(releaseOf(present), text(r.body, "channel")))
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

// rejectDeletion returns why the service does not delete an item, "" if it does.
func (s *service) rejectDeletion(r request) string {
	if strings.HasSuffix(r.parent, "/node_pools") && len(s.collections[r.parent].items) == 1 {
		return "there must be at least one machine pool"
	}
	if cluster := s.at(r.path); r.parent == clustersPath && at(cluster, "delete_protection", "enabled") == true {
		return fmt.Sprintf("delete protection is enabled for cluster '%s'", r.last)
	}
	if r.parent != "oidc_configs" {
		return ""
	}
	for _, cluster := range s.list(clustersPath) {
		if text(cluster, "aws", "sts", "oidc_config", "id") == r.last {
			return fmt.Sprintf("the OIDC configuration '%s' is used by cluster '%s'", r.last, text(cluster, "id"))
		}
	}
	return ""
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
		return nodePool(r.body, s.clusterOf(r.path))
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
			return err
		}
	case r.last == "identity_providers":
		users, _ := at(r.body, "htpasswd", "users", "items").([]any)
		for _, user := range users {
			s.put(below+"/htpasswd_users", user.(object))
		}
	}
	return nil
}

// initialPool is the name of an initial machine pool (terraform-provider-rhcs v1.7.7 provider/machinepool/hcp, standardNodePoolRegex).
var initialPool = regexp.MustCompile(`^workers?(?:-[0-9]+)?$`)

// putInitialPools creates the initial machine pools of a hosted cluster: one in each zone, with its part of the machines. Clients must not
// rely on the order of their subnets: here it is the reverse.
func (s *service) putInitialPools(path string, cluster object) {
	zones, subnets := len(texts(cluster, "nodes", "availability_zones")), texts(cluster, "aws", "subnet_ids")
	if at(cluster, "hypershift", "enabled") != true || zones == 0 || zones > len(subnets) {
		return
	}
	for i := range zones {
		name := "workers"
		if zones > 1 {
			name += "-" + strconv.Itoa(i)
		}
		pool := object{
			"id": name, "subnet": subnets[zones-1-i], "auto_repair": true, "labels": object{},
			"aws_node_pool": object{"instance_type": cmp.Or(text(cluster, "nodes", "compute_machine_type", "id"), "m5.xlarge")},
		}
		if total, ok := at(cluster, "nodes", "compute").(float64); ok {
			pool["replicas"] = total / float64(zones)
		}
		if scaling, ok := at(cluster, "nodes", "autoscale_compute").(object); ok {
			least, _ := scaling["min_replicas"].(float64)
			most, _ := scaling["max_replicas"].(float64)
			pool["autoscaling"] = object{"min_replica": least / float64(zones), "max_replica": most / float64(zones)}
		}
		s.put(path+"/node_pools", nodePool(pool, cluster))
	}
}
