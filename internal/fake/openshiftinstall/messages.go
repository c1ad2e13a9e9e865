package openshiftinstall

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// report writes the messages of a command that waits.
func report(dir string, log io.Writer, command string) error {
	text, err := os.ReadFile(filepath.Join(dir, "metadata.json"))
	if err != nil {
		return fmt.Errorf("failed while preparing to destroy cluster: %w", err)
	}
	var found struct {
		AWS struct {
			ClusterDomain string `json:"clusterDomain"`
		} `json:"aws"`
	}
	if err := json.Unmarshal(text, &found); err != nil {
		return err
	}
	values := map[string]string{"domain": found.AWS.ClusterDomain, "dir": dir}
	for _, minutes := range []int{20, 30, 40, 45} {
		end := time.Now().Add(time.Duration(minutes) * time.Minute)
		zone, _ := end.Zone()
		values[fmt.Sprintf("in %d", minutes)] = end.Format(time.Kitchen) + " " + zone
	}
	printMessages(log, command, values)
	return nil
}

// printMessages writes the messages of a command with the values of their names.
func printMessages(log io.Writer, command string, values map[string]string) {
	for _, text := range Messages(command) {
		text = fill(text, values)
		if !strings.HasPrefix(text, "level=") {
			text = "level=info msg=" + text
		}
		fmt.Fprintln(log, text)
	}
}

// Messages returns the messages of a command, in which names in braces stand for values. They begin with their level unless it is info.
func Messages(command string) []string { return strings.Split(messages[command], "\n") }

// messages are what openshift-install 4.19 wrote when it installed and destroyed a cluster of the classic example in the lab; TestInstall
// compares them with those of every later run. Of `destroy cluster`, the deleted resources are left out: the sandbox has none.
var messages = map[string]string{
	"create manifests": `Credentials loaded from default AWS environment variables
Consuming Install Config from target directory
level=warning msg=Making control-plane schedulable by setting MastersSchedulable to true for Scheduler cluster settings
Successfully populated MCS CA cert information: root-ca {expires} {created}
Successfully populated MCS TLS cert information: root-ca {expires} {created}
Adding clusters...
Manifests created in: {dir}/cluster-api, {dir}/manifests and {dir}/openshift`,
	"create ignition-configs": `Consuming Common Manifests from target directory
Consuming OpenShift Install (Manifests) from target directory
Consuming Openshift Manifests from target directory
Consuming Worker Machines from target directory
Consuming User-provided Service Account Signing key from target directory
Consuming Master Machines from target directory
Ignition-Configs created in: {dir} and {dir}/auth`,
	"wait-for bootstrap-complete": `Waiting up to 20m0s (until {in 20}) for the Kubernetes API at https://api.{domain}:6443...
API v1.32.5 up
Waiting up to 45m0s (until {in 45}) for bootstrapping to complete...
Waiting for the bootstrap etcd member to be removed...
Bootstrap etcd member has been removed
It is now safe to remove the bootstrap resources
Time elapsed: 1s`,
	"wait-for install-complete": `Waiting up to 40m0s (until {in 40}) for the cluster at https://api.{domain}:6443 to initialize...
Waiting up to 30m0s (until {in 30}) to ensure each cluster operator has finished progressing...
All cluster operators have completed progressing
Checking to see if there is a route at openshift-console/console...
Install complete!
To access the cluster as the system:admin user when using 'oc', run
    export KUBECONFIG={dir}/auth/kubeconfig
Access the OpenShift web-console here: https://console-openshift-console.apps.{domain}
Login to the console with user: "kubeadmin", and password: "aaaaa-bbbbb-ccccc-ddddd"
Time elapsed: 1s`,
	"destroy cluster": `Credentials loaded from default AWS environment variables
Time elapsed: 1s
Uninstallation complete!`,
}
