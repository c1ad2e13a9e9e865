package nodes

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// CloudInit311Args describe how a machine joins a cluster of OpenShift 3.11.
type CloudInit311Args struct {
	// BootstrapKubeconfig is the text of the kubeconfig of the service account node-bootstrapper in openshift-infra.
	// Required, kept as a secret.
	BootstrapKubeconfig pulumi.StringInput
	// NodeConfigGroup is the ConfigMap in openshift-node that a node's configuration and labels come from:
	// node-config-compute by default.
	NodeConfigGroup string
	// RegistryCredentials is the text of a Docker config.json for the registries that the node pulls from. Left out, they
	// are those of the image. Kept as a secret.
	RegistryCredentials pulumi.StringInput
	// Origin is set for OKD, whose node service has another name: origin-node in the place of atomic-openshift-node.
	Origin bool
	// SkipBootstrapPlaybook leaves out the playbook that a primed image carries, for images that need none.
	SkipBootstrapPlaybook bool
}

// Paths of a 3.11 node (openshift/openshift-ansible branch release-3.11 roles/openshift_aws/templates/user_data.j2,
// roles/openshift_node/defaults/main.yml).
const (
	settings311    = "/root/openshift_bootstrap/openshift_settings.yaml"
	playbook311    = "/root/openshift_bootstrap/bootstrap.yml"
	kubeconfig311  = "/etc/origin/node/bootstrap.kubeconfig"
	credentials311 = "/var/lib/origin/.docker/config.json"

	defaultNodeConfigGroup = "node-config-compute"
)

var nodeConfigGroup = regexp.MustCompile(`^node-config-[a-z0-9]([a-z0-9-]*[a-z0-9])?$`)

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *CloudInit311Args) Validate() error {
	const path = "nodes.CloudInit311Args."
	var p check.Problems
	args := a.withDefaults()
	p.Required(path+"BootstrapKubeconfig", args.BootstrapKubeconfig)
	switch {
	case args.NodeConfigGroup == "node-config-master" || strings.HasPrefix(args.NodeConfigGroup, "node-config-master-"):
		p.Addf(path+"NodeConfigGroup", "%q makes a master; a pool takes a group of nodes, such as %s", args.NodeConfigGroup, defaultNodeConfigGroup)
	case !nodeConfigGroup.MatchString(args.NodeConfigGroup):
		p.Addf(path+"NodeConfigGroup", "%q is no node config group; one looks like %s", args.NodeConfigGroup, defaultNodeConfigGroup)
	}
	return p.Err()
}

func (a *CloudInit311Args) withDefaults() *CloudInit311Args {
	args := CloudInit311Args{}
	if a != nil {
		args = *a
	}
	if args.NodeConfigGroup == "" {
		args.NodeConfigGroup = defaultNodeConfigGroup
	}
	return &args
}

// CloudInit311 returns the cloud-init by which a machine of a primed image joins a cluster of OpenShift 3.11, for
// WorkerPoolArgs.CloudInit. It is a secret, and at most the 16 KiB that EC2 takes: the output fails otherwise. The two
// certificate requests of such a node are approved by the cluster's bootstrap-autoapprover, or by hand.
func CloudInit311(args *CloudInit311Args) (pulumi.StringOutput, error) {
	if err := args.Validate(); err != nil {
		return pulumi.StringOutput{}, err
	}
	args = args.withDefaults()
	credentials := args.RegistryCredentials
	if credentials == nil {
		credentials = pulumi.String("")
	}
	text := pulumi.All(args.BootstrapKubeconfig, credentials).ApplyT(func(inputs []any) (string, error) {
		document := cloudInit311(args, inputs[0].(string), inputs[1].(string))
		if len(document) > userDataLimit {
			return "", fmt.Errorf("nodes.CloudInit311: the cloud-init has %d bytes; EC2 takes %d", len(document), userDataLimit)
		}
		return document, nil
	})
	return pulumi.ToSecret(text).(pulumi.StringOutput), nil
}

// cloudInit311 writes JSON, which is YAML too: no text of a user can then end one field and begin another.
func cloudInit311(args *CloudInit311Args, kubeconfig, credentials string) string {
	files := []map[string]string{
		file311(settings311, "0640", "openshift_node_config_name: "+args.NodeConfigGroup+"\n"),
		file311(kubeconfig311, "0640", kubeconfig),
	}
	if credentials != "" {
		files = append(files, file311(credentials311, "0600", credentials))
	}
	service := "atomic-openshift-node"
	if args.Origin {
		service = "origin-node"
	}
	var commands [][]string
	if !args.SkipBootstrapPlaybook {
		commands = append(commands, []string{"ansible-playbook", playbook311})
	}
	// The machine has its full name only once hostnamed and the network have been restarted.
	commands = append(commands,
		[]string{"systemctl", "restart", "systemd-hostnamed"},
		[]string{"systemctl", "restart", "NetworkManager"},
		[]string{"systemctl", "enable", service},
		[]string{"systemctl", "start", service},
	)
	text, err := json.MarshalIndent(map[string]any{"write_files": files, "runcmd": commands}, "", "  ")
	if err != nil {
		panic(fmt.Sprintf("texts alone must have a JSON form: %v", err))
	}
	return "#cloud-config\n" + string(text) + "\n"
}

func file311(path, permissions, content string) map[string]string {
	return map[string]string{
		"path":        path,
		"owner":       "root:root",
		"permissions": permissions,
		"encoding":    "b64",
		"content":     base64.StdEncoding.EncodeToString([]byte(content)),
	}
}
