package adopt

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// clusterFields are the fields of OCM's cluster that a property of RHCS's cluster has (openshift-online/ocm-api-model v0.0.436
// clusters_mgmt v1).
var clusterFields = map[string][]string{
	"name": {"name"}, "currentVersion": {"version", "raw_id"}, "channel": {"channel"}, "cloudRegion": {"region", "id"},
	"machineCidr": {"network", "machine_cidr"}, "computeMachineType": {"nodes", "compute_machine_type", "id"}, "replicas": {"nodes", "compute"},
	"properties": {"properties"}, "sts": {"aws", "sts"}, "ec2MetadataHttpTokens": {"aws", "ec2_metadata_http_tokens"},
	"awsSubnetIds": {"aws", "subnet_ids"},
}

// at returns a part of a document; nil if there is none.
func at(value any, names ...string) any {
	for _, name := range names {
		object, _ := value.(map[string]any)
		value = object[name]
	}
	return value
}

func textAt(value any, names ...string) string {
	text, _ := at(value, names...).(string)
	return text
}

const hcpType, classicType = "rhcs:index/clusterRosaHcp:ClusterRosaHcp", "rhcs:index/clusterRosaClassic:ClusterRosaClassic"

// ReadROSA reads the resources that a cluster names, as `rosa describe cluster -o json` prints it: the cluster, its OIDC configuration
// and the OIDC provider. The IDs of its roles are their names, which the program has.
func ReadROSA(file io.Reader) ([]Resource, error) {
	var document map[string]any
	if err := json.NewDecoder(file).Decode(&document); err != nil {
		return nil, fmt.Errorf("not a valid description of a cluster: %w", err)
	}
	cluster := Resource{Type: classicType, ID: textAt(document, "id"), Properties: map[string]any{}}
	if cluster.ID == "" {
		return nil, errors.New("not a valid description of a cluster: it has no id")
	}
	if at(document, "hypershift", "enabled") == true {
		cluster.Type = hcpType
	}
	for property, path := range clusterFields {
		if value := at(document, path...); value != nil {
			cluster.Properties[property] = value
		}
	}
	found, sts := []Resource{cluster}, at(document, "aws", "sts")
	if id := textAt(sts, "oidc_config", "id"); id != "" {
		found = append(found, Resource{Type: "rhcs:index/rosaOidcConfig:RosaOidcConfig", ID: id})
	}
	endpoint := strings.TrimPrefix(textAt(sts, "oidc_endpoint_url"), "https://")
	if account, _, isARN := strings.Cut(textAt(sts, "role_arn"), ":role/"); isARN && endpoint != "" {
		found = append(found, Resource{
			Type: "aws:iam/openIdConnectProvider:OpenIdConnectProvider", ID: account + ":oidc-provider/" + endpoint,
			Properties: map[string]any{"url": endpoint},
		})
	}
	return found, nil
}
