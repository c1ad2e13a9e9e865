package cluster

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
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

// platforms are the blocks of metadata.json for other platforms than aws.
var platforms = []string{
	"azure", "baremetal", "gcp", "ibmcloud", "libvirt", "none", "nutanix", "openstack", "ovirt", "powervc", "powervs", "vsphere",
}

// metadata reads the cluster's identity. An invalid domain is returned empty, so that nothing is compared with it.
func (r *installDirReader) metadata() metadata {
	var found metadata
	var blocks map[string]json.RawMessage
	if r.readJSON(metadataFile, &found) == nil || r.readJSON(metadataFile, &blocks) == nil {
		return metadata{AWS: &awsMetadata{}}
	}
	at := func(field string) check.Path { return r.at(metadataFile, field) }
	names.CheckInfraID(&r.problems, at("infraID"), found.InfraID)
	r.problems.Required(at("clusterName"), found.ClusterName)
	r.problems.RequiredFormat(at("clusterID"), found.ClusterID, check.UUID)
	if found.AWS == nil {
		r.problems.Addf(at("aws"), "is missing%s; the platform must be AWS", otherPlatform(blocks))
		found.AWS = &awsMetadata{}
		return found
	}
	r.problems.RequiredFormat(at("aws.region"), found.AWS.Region, check.Region)
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

// checkDomain returns the domain if it is valid.
func (r *installDirReader) checkDomain(path check.Path, found metadata) string {
	domain := found.AWS.ClusterDomain
	switch {
	case !r.problems.RequiredFormat(path, domain, check.Domain.WithExample("demo.example.com")):
	case found.ClusterName != "" && !strings.HasPrefix(domain, found.ClusterName+"."):
		r.problems.Addf(path, "%q must begin with the cluster's name, %s", domain, found.ClusterName)
	default:
		return domain
	}
	return ""
}

const kubeconfigFile = "auth/kubeconfig"

// kubeconfig reads the first administrator's kubeconfig. Its text is a secret, so no message quotes it.
func (r *installDirReader) kubeconfig(domain string) []byte {
	text := r.read(kubeconfigFile)
	if len(text) == 0 {
		return nil
	}
	server, err := apiclient.CurrentServer(string(text))
	if err != nil {
		r.problems.Addf(r.at(kubeconfigFile, ""), "%v; %s in a new directory", err, createIgnition)
		return nil
	}
	if want := apiURL(domain); domain != "" && server != want {
		r.problems.Addf(r.at(kubeconfigFile, "server"), "must be %s, the API of the cluster in %s", want, metadataFile)
		return nil
	}
	return text
}
