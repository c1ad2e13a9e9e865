package apiclient

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

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
	Insecure      bool   `json:"insecure-skip-tls-verify"`
}

type kubeconfigUser struct {
	Token           string `json:"token"`
	CertificateData []byte `json:"client-certificate-data"`
	KeyData         []byte `json:"client-key-data"`
	CertificateFile string `json:"client-certificate"`
	KeyFile         string `json:"client-key"`
}

// Client calls one API server as one user.
type Client struct {
	server string
	token  string
	http   *http.Client
}

// attemptTimeout is the timeout of one request. A load balancer without targets leaves a connection open.
const attemptTimeout = 10 * time.Second

// New returns a client for a kubeconfig's current context. The text is a secret, so no error quotes it.
func New(text string) (*Client, error) {
	config, err := parseKubeconfig(text)
	if err != nil {
		return nil, err
	}
	cluster, user, err := config.current()
	if err != nil {
		return nil, err
	}
	server, err := url.Parse(cluster.Server)
	if err != nil || server.Scheme != "https" || server.Host == "" {
		return nil, errors.New("the kubeconfig's cluster must have an https:// server")
	}
	security, err := tlsConfig(cluster, user)
	if err != nil {
		return nil, err
	}
	return &Client{
		server: strings.TrimSuffix(cluster.Server, "/"),
		token:  user.Token,
		http: &http.Client{
			Timeout:   attemptTimeout,
			Transport: &http.Transport{TLSClientConfig: security, Proxy: http.ProxyFromEnvironment, DisableKeepAlives: true},
		},
	}, nil
}

// parseKubeconfig converts YAML to JSON, which decodes base64 text to bytes, as Kubernetes does.
func parseKubeconfig(text string) (config kubeconfig, err error) {
	var document any
	if yaml.Unmarshal([]byte(text), &document) != nil {
		return config, errors.New("the kubeconfig is not valid YAML")
	}
	asJSON, err := json.Marshal(document)
	if err != nil || json.Unmarshal(asJSON, &config) != nil {
		return config, errors.New("the kubeconfig is not valid YAML")
	}
	return config, nil
}

// CheckKubeconfig reports a text that is not YAML or JSON with fields. The text is a secret, so the problem does not quote it.
func CheckKubeconfig(p *check.Problems, path string, value any) {
	text, known := check.Text(value)
	if _, err := parseKubeconfig(text); known && (err != nil || text != "" && strings.TrimSpace(text) == "") {
		p.Addf(path, "must be the text of a kubeconfig")
	}
}

// current returns the cluster and the user of the current context.
func (k kubeconfig) current() (cluster kubeconfigCluster, user kubeconfigUser, err error) {
	for _, context := range k.Contexts {
		if context.Name != k.CurrentContext {
			continue
		}
		var hasCluster, hasUser bool
		for _, c := range k.Clusters {
			if c.Name == context.Context.Cluster {
				cluster, hasCluster = c.Cluster, true
			}
		}
		for _, u := range k.Users {
			if u.Name == context.Context.User {
				user, hasUser = u.User, true
			}
		}
		if !hasCluster || !hasUser {
			return cluster, user, fmt.Errorf("the kubeconfig has no cluster or no user of its current context %q", k.CurrentContext)
		}
		return cluster, user, nil
	}
	return cluster, user, fmt.Errorf("the kubeconfig has no context %q, its current context", k.CurrentContext)
}

func tlsConfig(cluster kubeconfigCluster, user kubeconfigUser) (*tls.Config, error) {
	config := &tls.Config{
		MinVersion:         tls.VersionTLS12,
		ServerName:         cluster.ServerName,
		InsecureSkipVerify: cluster.Insecure, //nolint:gosec // The user's kubeconfig says so.
	}
	authority, err := dataOrFile(cluster.AuthorityData, cluster.AuthorityFile)
	if err != nil {
		return nil, err
	}
	if authority != nil {
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM(authority) {
			return nil, errors.New("the kubeconfig's certificate-authority has no certificate")
		}
	}
	certificate, err := dataOrFile(user.CertificateData, user.CertificateFile)
	if err != nil {
		return nil, err
	}
	key, err := dataOrFile(user.KeyData, user.KeyFile)
	if err != nil {
		return nil, err
	}
	switch {
	case certificate != nil && key != nil:
		pair, err := tls.X509KeyPair(certificate, key)
		if err != nil {
			return nil, errors.New("the kubeconfig's client-certificate and client-key do not match")
		}
		config.Certificates = []tls.Certificate{pair}
	case user.Token == "":
		return nil, errors.New("the kubeconfig's user must have a client-certificate and client-key, or a token; " +
			"other credentials are not supported")
	}
	return config, nil
}

func dataOrFile(data []byte, file string) ([]byte, error) {
	if len(data) > 0 || file == "" {
		return data, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("reading %s, a file of the kubeconfig: %w", file, unwrapPath(err))
	}
	return text, nil
}

// unwrapPath removes the path that a file error repeats.
func unwrapPath(err error) error {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err
	}
	return err
}
