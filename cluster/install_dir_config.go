package cluster

import (
	"encoding/json"

	"github.com/vincent-petithory/dataurl"
	"gopkg.in/yaml.v3"
)

// clusterConfigPath is the path of the manifest with the install-config in the bootstrap machine's Ignition (openshift/installer
// release-4.19 pkg/asset/manifests/operators.go).
const clusterConfigPath = "/opt/openshift/manifests/cluster-config.yaml"

// machineNetworks returns the machine networks of the install-config in the bootstrap machine's Ignition; none if it is not there.
func machineNetworks(bootstrap []byte) (ranges []string) {
	var found struct {
		Storage struct {
			Files []struct {
				Path     string         `json:"path"`
				Contents ignitionSource `json:"contents"`
			} `json:"files"`
		} `json:"storage"`
	}
	if json.Unmarshal(bootstrap, &found) != nil {
		return nil
	}
	for _, file := range found.Storage.Files {
		content, err := dataurl.DecodeString(file.Contents.Source)
		if file.Path != clusterConfigPath || err != nil {
			continue
		}
		var manifest struct {
			Data map[string]string `yaml:"data"`
		}
		var config struct {
			Networking struct {
				MachineNetwork []struct {
					CIDR string `yaml:"cidr"`
				} `yaml:"machineNetwork"`
			} `yaml:"networking"`
		}
		if yaml.Unmarshal(content.Data, &manifest) != nil || yaml.Unmarshal([]byte(manifest.Data["install-config"]), &config) != nil {
			return nil
		}
		for _, network := range config.Networking.MachineNetwork {
			ranges = append(ranges, network.CIDR)
		}
	}
	return ranges
}
