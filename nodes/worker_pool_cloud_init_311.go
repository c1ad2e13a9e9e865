package nodes

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// CloudInit311Args are the arguments of CloudInit311.
type CloudInit311Args struct {
	// BootstrapKubeconfig is the kubeconfig of the service account node-bootstrapper in openshift-infra. Required. It is stored as
	// a secret.
	BootstrapKubeconfig pulumi.StringInput `check:"required=Validate,secret"`
	// NodeConfigGroup is the ConfigMap in openshift-node with the node's configuration and labels. Defaults to
	// node-config-compute.
	NodeConfigGroup string `default:"node-config-compute"`
	// RegistryCredentials is the Docker config.json with the credentials of the registries that the node pulls from. Defaults to
	// the image's credentials. It is stored as a secret.
	RegistryCredentials pulumi.StringInput
	// Origin is whether the cluster is OKD, whose node service is origin-node instead of atomic-openshift-node.
	Origin bool
	// SkipBootstrapPlaybook does not run the playbook of a prepared image, for images that do not need it.
	SkipBootstrapPlaybook bool
}

// Paths of a 3.11 node (openshift/openshift-ansible branch release-3.11 roles/openshift_aws/templates/user_data.j2,
// roles/openshift_node/defaults/main.yml).
const (
	settings311    = "/root/openshift_bootstrap/openshift_settings.yaml"
	playbook311    = "/root/openshift_bootstrap/bootstrap.yml"
	kubeconfig311  = "/etc/origin/node/bootstrap.kubeconfig"
	credentials311 = "/var/lib/origin/.docker/config.json"

	// cloudProvider311 is the configuration of the AWS cloud provider, which the node configuration of every group names. The kubelet
	// does not start without the file; an empty one is valid. The playbook creates it only in an image that was built with
	// openshift_cloudprovider_kind (roles/openshift_node_group/templates/node-config.yaml.j2, roles/openshift_node/templates/bootstrap.yml.j2).
	cloudProvider311 = "/etc/origin/cloudprovider"

	metadataUnit     = "block-pod-metadata.service"
	metadataUnitPath = "/etc/systemd/system/" + metadataUnit
)

var nodeConfigGroup = check.NewFormat("node config group", "node-config-compute", func(text string) bool {
	name, found := strings.CutPrefix(text, "node-config-")
	return found && check.DNSLabel.Match(name)
})

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *CloudInit311Args) Validate() error {
	const path = "nodes.CloudInit311Args"
	args, p := check.Begin(a)
	p.Required(path+".BootstrapKubeconfig", args.BootstrapKubeconfig)
	// The message does not quote the kubeconfig, which contains a token.
	if text, known := check.Text(args.BootstrapKubeconfig); known && text != "" && !strings.Contains(text, "apiVersion") {
		p.Addf(path+".BootstrapKubeconfig", "must be a kubeconfig, which has an apiVersion")
	}
	p.Format(path+".NodeConfigGroup", args.NodeConfigGroup, nodeConfigGroup)
	if strings.HasPrefix(args.NodeConfigGroup+"-", "node-config-master-") {
		p.Addf(path+".NodeConfigGroup", "must not be %s, which configures masters", args.NodeConfigGroup)
	}
	return p.ErrOf(a)
}

// CloudInit311 returns the cloud-init with which an instance of a prepared image joins an OpenShift 3.11 cluster, for
// WorkerPoolArgs.CloudInit. It is a secret. The output fails if it is larger than EC2's limit of 16 KiB. The cluster's
// bootstrap-autoapprover approves the two CSRs of such a node; otherwise approve them manually.
//
// The kubeconfig and the registry credentials are user data: readable by processes of the host with the instance metadata service,
// which on 3.11 requires no token, and in AWS with ec2:DescribeInstanceAttribute and ec2:DescribeLaunchTemplateVersions. As the
// bootstrap-autoapprover approves every node, whoever reads the kubeconfig can become any node: use a token that expires soon, and
// apply the pool again with a new one. The node only starts after pods outside the host network are cut off from the metadata
// service, with which those lose the instance's role too.
func CloudInit311(args *CloudInit311Args) (pulumi.StringOutput, error) {
	if err := args.Validate(); err != nil {
		return pulumi.StringOutput{}, err
	}
	args = check.Outputs(args, nil)
	credentials := cmp.Or[pulumi.StringInput](args.RegistryCredentials, pulumi.String(""))
	text := pulumi.All(args.BootstrapKubeconfig, credentials).ApplyT(func(inputs []any) (string, error) {
		document := cloudInit311(args, inputs[0].(string), inputs[1].(string))
		if len(document) > userDataLimit {
			return "", fmt.Errorf("nodes.CloudInit311: the cloud-init must have at most %d bytes (has %d)", userDataLimit, len(document))
		}
		return document, nil
	})
	return pulumi.ToSecret(text).(pulumi.StringOutput), nil
}

// cloudInit311 returns JSON, which is also YAML, so that no value can break out of its field.
func cloudInit311(args *CloudInit311Args, kubeconfig, credentials string) string {
	service := "atomic-openshift-node"
	if args.Origin {
		service = "origin-node"
	}
	files := []map[string]string{
		file311(metadataUnitPath, "0644", desiredMetadataUnit(service)),
		file311(settings311, "0640", "openshift_node_config_name: "+args.NodeConfigGroup+"\n"),
		file311(kubeconfig311, "0640", kubeconfig),
	}
	if credentials != "" {
		files = append(files, file311(credentials311, "0600", credentials))
	}
	commands := [][]string{
		{"mkdir", "-p", cloudProvider311},
		{"touch", cloudProvider311 + "/aws.conf"},
		{"systemctl", "daemon-reload"},
		{"systemctl", "enable", metadataUnit},
	}
	if !args.SkipBootstrapPlaybook {
		commands = append(commands, []string{"ansible-playbook", playbook311})
	}
	// The host has its FQDN only after hostnamed and the network have been restarted.
	commands = append(commands,
		[]string{"systemctl", "restart", "systemd-hostnamed"},
		[]string{"systemctl", "restart", "NetworkManager"},
		[]string{"systemctl", "enable", service},
		[]string{"systemctl", "start", service},
	)
	text, err := json.MarshalIndent(map[string]any{"write_files": files, "runcmd": commands}, "", "  ")
	if err != nil {
		panic(fmt.Sprintf("marshal cloud-init: %v", err))
	}
	return "#cloud-config\n" + string(text) + "\n"
}

// desiredMetadataUnit returns the systemd unit that cuts pods off from the instance metadata service. The node service requires it,
// also after a reboot. Requests of pods pass PREROUTING, those of the host do not. A rule in the chain FORWARD would be without
// effect: openshift-sdn prepends a chain that accepts the traffic of pods (openshift/origin branch release-3.11
// pkg/network/node/iptables.go).
func desiredMetadataUnit(service string) string {
	return fmt.Sprintf(`[Unit]
Description=Block the instance metadata service for pods
After=iptables.service firewalld.service
Before=%[1]s.service

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/usr/sbin/iptables -w -t raw -I PREROUTING -d 169.254.169.254/32 -j DROP

[Install]
RequiredBy=%[1]s.service
`, service)
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
