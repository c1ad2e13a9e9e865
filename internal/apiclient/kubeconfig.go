package apiclient

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// kubeconfig is the part of a kubeconfig that connects to an API server (kubernetes/client-go tools/clientcmd/api/v1/types.go).
type kubeconfig struct {
	CurrentContext string `json:"current-context"`
	Contexts       []struct {
		Name    string `json:"name"`
		Context struct {
			Cluster string `json:"cluster"`
			User    string `json:"user"`
		} `json:"context"`
	} `json:"contexts"`
	Clusters []struct {
		Name    string            `json:"name"`
		Cluster kubeconfigCluster `json:"cluster"`
	} `json:"clusters"`
	Users []struct {
		Name string         `json:"name"`
		User kubeconfigUser `json:"user"`
	} `json:"users"`
}

type kubeconfigCluster struct {
	Server        string `json:"server"`
	AuthorityData []byte `json:"certificate-authority-data"`
	AuthorityFile string `json:"certificate-authority"`
	ServerName    string `json:"tls-server-name"`
	ProxyURL      string `json:"proxy-url"`
	Insecure      bool   `json:"insecure-skip-tls-verify"`
}

type kubeconfigUser struct {
	Token           string `json:"token"`
	TokenFile       string `json:"tokenFile"`
	CertificateData []byte `json:"client-certificate-data"`
	KeyData         []byte `json:"client-key-data"`
	CertificateFile string `json:"client-certificate"`
	KeyFile         string `json:"client-key"`
	Impersonated    string `json:"as"`
	Exec            any    `json:"exec"`
}

// parseKubeconfig converts YAML to JSON, which decodes base64 text to bytes, as Kubernetes does.
func parseKubeconfig(text string) (config kubeconfig, err error) {
	var document any
	if yaml.Unmarshal([]byte(text), &document) != nil {
		return config, errors.New("the kubeconfig is not valid YAML")
	}
	asJSON, err := json.Marshal(document)
	if err != nil {
		return config, errors.New("the kubeconfig is not valid YAML")
	}
	if json.Unmarshal(asJSON, &config) != nil {
		return config, errors.New("the kubeconfig has a field of another type than a kubeconfig's, or data that is not base64")
	}
	return config, nil
}

// CheckKubeconfig reports a text that is not YAML or JSON with fields. The text is a secret, so the problem does not quote it.
func CheckKubeconfig(p *check.Problems, path check.Path, value any) {
	text, known := check.Text(value)
	if _, err := parseKubeconfig(text); known && (err != nil || text != "" && strings.TrimSpace(text) == "") {
		p.Addf(path, "must be the text of a kubeconfig")
	}
}

// CurrentServer returns the server of the current context. It is an error if that has no server, or a user without credentials. The text is
// a secret, so no error quotes it.
func CurrentServer(text string) (string, error) {
	config, err := parseKubeconfig(text)
	if err != nil {
		return "", err
	}
	cluster, user, err := config.current()
	switch {
	case err != nil:
	case cluster.Server == "":
		err = fmt.Errorf("the kubeconfig has no server in its current context %q", config.CurrentContext)
	case reflect.ValueOf(user).IsZero():
		err = fmt.Errorf("the kubeconfig has no credentials in its current context %q", config.CurrentContext)
	}
	return cluster.Server, err
}

// current returns the cluster and the user of the current context.
func (k kubeconfig) current() (cluster kubeconfigCluster, user kubeconfigUser, err error) {
	contexts, clusters, users := 0, 0, 0
	for _, context := range k.Contexts {
		if context.Name != k.CurrentContext {
			continue
		}
		contexts++
		for _, c := range k.Clusters {
			if c.Name == context.Context.Cluster {
				cluster = c.Cluster
				clusters++
			}
		}
		for _, u := range k.Users {
			if u.Name == context.Context.User {
				user = u.User
				users++
			}
		}
	}
	switch {
	case contexts == 0:
		return cluster, user, fmt.Errorf("the kubeconfig has no context %q, its current context", k.CurrentContext)
	case contexts > 1 || clusters > 1 || users > 1:
		return cluster, user, fmt.Errorf("the kubeconfig has two contexts, clusters or users of one name in its current context %q",
			k.CurrentContext)
	case clusters == 0 || users == 0:
		return cluster, user, fmt.Errorf("the kubeconfig has no cluster or no user of its current context %q", k.CurrentContext)
	}
	return cluster, user, nil
}
