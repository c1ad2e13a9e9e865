package cluster

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
)

const metadataFile = "metadata.json"

// metadata is the part of metadata.json that is used (openshift/installer pkg/types/clustermetadata.go).
type metadata struct {
	ClusterName string       `json:"clusterName"`
	ClusterID   string       `json:"clusterID"`
	InfraID     string       `json:"infraID"`
	AWS         *awsMetadata `json:"aws"`
}

type awsMetadata struct {
	Region        string `json:"region"`
	ClusterDomain string `json:"clusterDomain"`
}

// platforms are the blocks, other than aws, that metadata.json can hold.
var platforms = []string{
	"azure", "baremetal", "gcp", "ibmcloud", "libvirt", "none", "nutanix", "openstack", "ovirt", "powervc", "powervs", "vsphere",
}

var (
	uuid      = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
	dnsDomain = regexp.MustCompile(`^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$`)
)

// metadata reads who the cluster is. A field that is wrong comes back empty, so that nothing is compared with it.
func (r *installDirReader) metadata() metadata {
	var found metadata
	var blocks map[string]json.RawMessage
	if r.readJSON(metadataFile, &found) == nil || r.readJSON(metadataFile, &blocks) == nil {
		return metadata{AWS: &awsMetadata{}}
	}
	at := func(field string) string { return r.at(metadataFile, field) }
	names.CheckInfraID(&r.problems, at("infraID"), found.InfraID)
	r.problems.Required(at("clusterName"), found.ClusterName)
	if r.problems.Required(at("clusterID"), found.ClusterID) && !uuid.MatchString(found.ClusterID) {
		r.problems.Addf(at("clusterID"), "%q is no UUID", found.ClusterID)
	}
	if found.AWS == nil {
		r.problems.Addf(at("aws"), "is missing%s; only installs for AWS can be used", otherPlatform(blocks))
		found.AWS = &awsMetadata{}
		return found
	}
	if r.problems.Required(at("aws.region"), found.AWS.Region) && !partition.IsRegion(found.AWS.Region) {
		r.problems.Addf(at("aws.region"), "%q is no region's name, such as us-east-2", found.AWS.Region)
	}
	found.AWS.ClusterDomain = r.checkDomain(at("aws.clusterDomain"), found)
	return found
}

func otherPlatform(blocks map[string]json.RawMessage) string {
	for _, block := range slices.Sorted(maps.Keys(blocks)) {
		if slices.Contains(platforms, block) {
			return " and the platform is " + block
		}
	}
	return ""
}

// checkDomain returns the domain when it can be used and compared with.
func (r *installDirReader) checkDomain(path string, found metadata) string {
	domain := found.AWS.ClusterDomain
	switch {
	case !r.problems.Required(path, domain):
	case !dnsDomain.MatchString(domain):
		r.problems.Addf(path, "%q is no domain of lower-case labels without a dot at its end, such as demo.example.com", domain)
	case found.ClusterName != "" && !strings.HasPrefix(domain, found.ClusterName+"."):
		r.problems.Addf(path, "%q does not begin with the cluster's name %q", domain, found.ClusterName)
	default:
		return domain
	}
	return ""
}

const kubeconfigFile = "auth/kubeconfig"

// kubeconfig reads the administrator's kubeconfig. Its text is a secret, so no message quotes it.
func (r *installDirReader) kubeconfig(domain string) []byte {
	text := r.read(kubeconfigFile)
	if len(text) == 0 {
		return nil
	}
	var found struct {
		Clusters []struct {
			Cluster struct {
				Server string `yaml:"server"`
			} `yaml:"cluster"`
		} `yaml:"clusters"`
	}
	if err := yaml.Unmarshal(text, &found); err != nil {
		r.problems.Addf(r.at(kubeconfigFile, ""), "is damaged YAML; %s in a fresh directory", makeIgnition)
		return nil
	}
	path := r.at(kubeconfigFile, "clusters[0].cluster.server")
	if len(found.Clusters) == 0 || found.Clusters[0].Cluster.Server == "" {
		r.problems.Addf(path, "is missing; %s in a fresh directory", makeIgnition)
		return nil
	}
	if want := apiURL(domain); domain != "" && found.Clusters[0].Cluster.Server != want {
		r.problems.Addf(path, "is not %s, the API of the cluster in %s", want, metadataFile)
		return nil
	}
	return text
}
