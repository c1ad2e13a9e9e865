package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/ocm"
)

// releases are the releases that the fake offers. The service's own list changes every week.
var releases = []string{"4.17.20", "4.18.5", "4.18.6", "4.19.1", "4.20.1"}

const (
	versionPrefix = "openshift-v"
	domain        = "abcd.p3.openshiftapps.com"
)

var thumbprint = strings.Repeat("aa", 20)

func versions() []object {
	var all []object
	for _, release := range releases {
		all = append(all, version(versionPrefix+release))
	}
	return all
}

// version returns a version by its ID, such as openshift-v4.18.5.
func version(id string) object {
	release := strings.TrimPrefix(id, versionPrefix)
	return object{
		"kind": "Version", "id": versionPrefix + release, "raw_id": release, "channel_group": "stable", "enabled": true,
		"default": release == "4.18.5", "rosa_enabled": true, "hosted_control_plane_enabled": true,
		"available_channels": ocm.Channels(release), "available_upgrades": upgradesOf(ocm.Cluster{Release: release}),
	}
}

func known(id string) bool { return slices.Contains(releases, strings.TrimPrefix(id, versionPrefix)) }

// upgradesOf returns the releases that the service offers to a cluster.
func upgradesOf(cluster ocm.Cluster) []string {
	return offered(cluster.Release, func(to string) error { return ocm.Account{}.RejectUpgrade(cluster, to) })
}

// offered returns the other releases that a rule accepts.
func offered(release string, reject func(to string) error) []string {
	return slices.DeleteFunc(slices.Clone(releases), func(other string) bool { return other == release || reject(other) != nil })
}

// shaped returns an item as the service returns it.
func shaped(path string, item object) object {
	switch path {
	case clustersPath:
		return cluster(item)
	case "oidc_configs":
		return oidcConfig(item)
	}
	return item
}

// copied returns a deep copy.
func copied(item object) object {
	text, err := json.Marshal(item)
	if err != nil {
		panic(err)
	}
	fresh := object{}
	if err := json.Unmarshal(text, &fresh); err != nil {
		panic(err)
	}
	return fresh
}

// nested returns the object in a field, which it creates.
func nested(item object, name string) object {
	inner, ok := item[name].(object)
	if !ok {
		inner = object{}
		item[name] = inner
	}
	return inner
}

// setDefaults sets fields that have no value.
func setDefaults(item, defaults object) {
	for name, value := range defaults {
		if item[name] == nil {
			item[name] = value
		}
	}
}

func cluster(item object) object {
	c := copied(item)
	of := clusterOf(item)
	prefix := of.Prefix(func(digits int) string {
		hash := sha256.Sum256([]byte(of.ID))
		return hex.EncodeToString(hash[:])[:digits]
	})
	state := cmp.Or(text(item, "state"), string(ocm.Ready))
	maps.Copy(c, object{
		"kind": "Cluster", "state": state, "external_id": "ext-" + of.ID,
		"domain_prefix": prefix, "version": version(clusterVersion(item)),
	})
	nested(c, "version")["available_upgrades"] = upgradesOf(of)
	// A test can PATCH the rest of the status: the error of the installation, the workers that there are.
	nested(c, "status")["state"] = state
	setDefaults(c, object{
		"dns": object{"base_domain": domain}, "channel": channelOf(item),
		"etcd_encryption": false, "multi_az": true, "infra_id": of.InfraID("x7k2p"),
	})
	if state != string(ocm.Installing) {
		c["console"] = object{"url": "https://console-openshift-console.apps." + prefix + "." + domain}
		nested(c, "api")["url"] = "https://api." + prefix + "." + domain + of.APIPort()
	}
	setDefaults(nested(c, "network"), object{
		"machine_cidr": "10.0.0.0/16", "service_cidr": "172.30.0.0/16", "pod_cidr": "10.128.0.0/14", "host_prefix": 23,
	})
	setDefaults(nested(nested(c, "aws"), "sts"), object{
		"oidc_endpoint_url": "https://oidc.op1.openshiftapps.com/" + cmp.Or(of.OIDCConfig, "none"), "thumbprint": thumbprint,
	})
	return c
}

// clusterVersion returns the ID of a cluster's version.
func clusterVersion(item object) string {
	if id := text(item, "version", "id"); id != "" {
		return id
	}
	return versionPrefix + "4.18.5"
}

// channelOf returns the channel of a cluster.
func channelOf(item object) string {
	if channel := text(item, "channel"); channel != "" {
		return channel
	}
	return ocm.Channel(releaseOf(item))
}

func oidcConfig(item object) object {
	config := maps.Clone(item)
	if text(config, "issuer_url") == "" {
		config["issuer_url"] = "https://oidc.op1.openshiftapps.com/" + text(item, "id")
	}
	setDefaults(config, object{"managed": true, "reusable": true})
	return config
}

// nodePool returns a machine pool of a hosted cluster with the service's defaults.
func nodePool(body object, cluster object) object {
	pool := copied(body)
	id := text(pool, "version", "id")
	if id == "" {
		id = clusterVersion(cluster)
	}
	setDefaults(pool, object{
		"availability_zone": "us-east-2a", "image_type": "Default", "status": object{"current_replicas": 2, "message": ""},
		"node_drain_grace_period": object{"unit": "minutes", "value": 0},
	})
	pool["version"] = poolVersion(id, cluster)
	setDefaults(nested(pool, "aws_node_pool"), object{
		"instance_profile": "rosa-service-managed-worker", "root_volume": object{"size": 300},
		"capacity_reservation": object{"preference": "open"},
	})
	return pool
}

// poolVersion returns the version of a machine pool, which is offered the releases up to that of its control plane.
func poolVersion(id string, cluster object) object {
	full, release := version(id), strings.TrimPrefix(id, versionPrefix)
	account := ocm.Account{Clusters: []ocm.Cluster{clusterOf(cluster)}}
	pool := ocm.Pool{Cluster: text(cluster, "id"), Release: release}
	return object{
		"id": full["id"], "raw_id": full["raw_id"], "channel_group": "stable",
		"available_upgrades": offered(release, func(to string) error { return account.RejectPoolUpgrade(pool, to) }),
	}
}

// identityProvider returns an identity provider as the service stores it: its users are a collection of their own.
func identityProvider(body object) object {
	provider := maps.Clone(body)
	if provider["htpasswd"] != nil {
		provider["htpasswd"] = object{}
	}
	return provider
}

// withoutEmpty returns an ingress as the service stores it: without empty values, and without routes that have no host name.
func withoutEmpty(ingress object) object {
	kept := copied(ingress)
	routes, _ := kept["component_routes"].(object)
	maps.DeleteFunc(routes, func(_ string, route any) bool { return text(route, "hostname") == "" })
	maps.DeleteFunc(kept, func(_ string, value any) bool {
		list, isList := value.([]any)
		inner, isObject := value.(object)
		return isList && len(list) == 0 || isObject && len(inner) == 0
	})
	return kept
}

// imageMirror is an image mirror with the times that the service sets. Without them the provider ends with a panic, because they stay unknown
// after a creation (terraform-provider-rhcs v1.7.7 provider/imagemirror/image_mirror_resource.go, Create).
func imageMirror(body object) object {
	now := time.Now().UTC().Format(time.RFC3339)
	setDefaults(body, object{"creation_timestamp": now, "last_update_timestamp": now})
	return body
}
