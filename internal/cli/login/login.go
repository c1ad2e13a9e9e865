// Package login says how a person logs in to the cluster of a stack.
package login

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/automation"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/state"
)

// Login is how a person logs in.
type Login struct {
	// Commands are the command lines, one after the other.
	Commands []string
	// Notes explain them.
	Notes []string
}

// localPort is the local end of the tunnel to a private API.
const localPort = "8443"

// Of returns how to log in to the cluster of a stack: with the kubeconfig of the install directory if there is one, or else with the user of
// a ROSA cluster.
func Of(ctx context.Context, q *automation.Query, installDir string) (*Login, error) {
	text, err := q.Ask(ctx, "stack", "export")
	if err != nil {
		return nil, err
	}
	deployment, err := state.Read([]byte(text))
	if err != nil {
		return nil, err
	}
	l := &Login{}
	jumpHost := jumpHostOf(deployment.Resources)
	kubeconfig := filepath.Join(installDir, "auth", "kubeconfig")
	if _, err := os.Stat(kubeconfig); installDir != "" && err == nil {
		l.Commands = []string{"export KUBECONFIG=" + kubeconfig, "oc get nodes"}
		l.Notes = []string{"The password of kubeadmin, for the console, is in " + filepath.Join(installDir, "auth", "kubeadmin-password") + "."}
		if jumpHost != "" {
			l.Notes = append(l.Notes, "A private API answers in its network: aws ssm start-session --target "+jumpHost)
		}
		return l, nil
	}
	for _, cluster := range deployment.Resources {
		if strings.HasPrefix(cluster.Type, "rhcs:index/clusterRosa") {
			return l.rosa(cluster, jumpHost)
		}
	}
	return nil, errors.New("the stack has no cluster: openshift-aws install, or pulumi up, creates it")
}

// rosa adds how to log in to a ROSA cluster.
func (l *Login) rosa(cluster state.Resource, jumpHost string) (*Login, error) {
	api, _ := cluster.Outputs["apiUrl"].(string)
	if api == "" {
		return nil, errors.New("the cluster has no API yet: rosa describe cluster says why")
	}
	private, _ := cluster.Outputs["private"].(bool)
	if private && jumpHost != "" {
		address, err := url.Parse(api)
		if err != nil {
			return nil, err
		}
		l.Commands = append(l.Commands, fmt.Sprintf("aws ssm start-session --target %s --document-name "+
			"AWS-StartPortForwardingSessionToRemoteHost --parameters host=%s,portNumber=%s,localPortNumber=%s",
			jumpHost, address.Hostname(), cmp.Or(address.Port(), "443"), localPort))
		api = "https://localhost:" + localPort
		l.Notes = append(l.Notes, "The first command is a tunnel: leave it open, and run the next one in another terminal.")
	} else if private {
		l.Notes = append(l.Notes, "A private API answers in its network: use a VPN, or set the part jumpHost of the program.")
	}
	l.Commands = append(l.Commands, "oc login "+api+" --username admin")
	l.Notes = append(l.Notes, "The password: pulumi config get adminPassword. Without that setting: rosa create admin --cluster "+cluster.ID)
	return l, nil
}

// jumpHostOf returns the ID of the instance of a network.JumpHost, "" if there is none.
func jumpHostOf(resources state.Resources) string {
	for _, each := range resources {
		if each.Type == "aws:ec2/instance:Instance" && strings.Contains(each.URN, "openshift-aws:network:JumpHost$") {
			return each.ID
		}
	}
	return ""
}
