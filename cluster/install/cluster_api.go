package install

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"gopkg.in/yaml.v3"
)

// apiTimeout is how long one request to the cluster's API may take.
const apiTimeout = 20 * time.Second

// clusterAPI is a client of the cluster's API with the few requests that the commands need. client-go would cost every user of this
// package 30 CPU seconds of compilation.
type clusterAPI struct {
	server string
	token  string
	client *http.Client
}

// apiError is a response of the API other than success.
type apiError struct {
	code    int
	message string
}

func (e *apiError) Error() string {
	return fmt.Sprintf("the cluster's API: %s (HTTP %d)", e.message, e.code)
}

func isNotFound(err error) bool {
	var response *apiError
	return errors.As(err, &response) && response.code == http.StatusNotFound
}

// kubeconfig is the part of a kubeconfig that is used: the first cluster and user.
type kubeconfig struct {
	Clusters []struct {
		Cluster struct {
			Server    string `yaml:"server"`
			Authority string `yaml:"certificate-authority-data"`
			Insecure  bool   `yaml:"insecure-skip-tls-verify"`
			ProxyURL  string `yaml:"proxy-url"`
		} `yaml:"cluster"`
	} `yaml:"clusters"`
	Users []struct {
		User struct {
			Certificate string `yaml:"client-certificate-data"`
			Key         string `yaml:"client-key-data"`
			Token       string `yaml:"token"`
		} `yaml:"user"`
	} `yaml:"users"`
}

// openAPI reads a kubeconfig. Its error does not quote it.
func openAPI(path string) (*clusterAPI, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var config kubeconfig
	if err := yaml.Unmarshal(text, &config); err != nil || len(config.Clusters) == 0 || len(config.Users) == 0 {
		return nil, fmt.Errorf("%s: must be a kubeconfig with a cluster and a user", path)
	}
	cluster, user := config.Clusters[0].Cluster, config.Users[0].User
	tlsConfig := &tls.Config{MinVersion: tls.VersionTLS12, InsecureSkipVerify: cluster.Insecure} //nolint:gosec // the kubeconfig says so
	if pem, err := base64.StdEncoding.DecodeString(cluster.Authority); err == nil && len(pem) > 0 {
		tlsConfig.RootCAs = x509.NewCertPool()
		tlsConfig.RootCAs.AppendCertsFromPEM(pem)
	}
	certificate, certificateErr := base64.StdEncoding.DecodeString(user.Certificate)
	key, keyErr := base64.StdEncoding.DecodeString(user.Key)
	if certificateErr == nil && keyErr == nil && len(certificate) > 0 {
		pair, err := tls.X509KeyPair(certificate, key)
		if err != nil {
			return nil, fmt.Errorf("%s: the client certificate is not valid", path)
		}
		tlsConfig.Certificates = []tls.Certificate{pair}
	}
	transport := &http.Transport{TLSClientConfig: tlsConfig, Proxy: http.ProxyFromEnvironment}
	if cluster.ProxyURL != "" {
		proxy, err := url.Parse(cluster.ProxyURL)
		if err != nil {
			return nil, fmt.Errorf("%s: proxy-url: %w", path, err)
		}
		transport.Proxy = http.ProxyURL(proxy)
	}
	if err := checkServer(cluster.Server); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &clusterAPI{
		server: strings.TrimSuffix(cluster.Server, "/"),
		token:  user.Token,
		client: &http.Client{Transport: transport, Timeout: apiTimeout},
	}, nil
}

// checkServer rejects an address to which the token would be sent as plain text. On loopback, where the sandbox serves an API, it does
// not leave the machine.
func checkServer(server string) error {
	address, err := url.Parse(server)
	if err != nil || address.Host == "" || address.Scheme != "https" && address.Scheme != "http" {
		return errors.New("the cluster's server must be an https:// URL")
	}
	if address.Scheme == "http" && !net.ParseIP(address.Hostname()).IsLoopback() {
		return fmt.Errorf("the cluster's server must be an https:// URL (got %s)", server)
	}
	return nil
}

func (a *clusterAPI) get(ctx context.Context, path string, into any) error {
	return a.request(ctx, http.MethodGet, path, "", nil, into)
}

// patch applies a JSON merge patch.
func (a *clusterAPI) patch(ctx context.Context, path string, patch any) error {
	return a.request(ctx, http.MethodPatch, path, "application/merge-patch+json", patch, nil)
}

// delete deletes an object. It succeeds if the object does not exist.
func (a *clusterAPI) delete(ctx context.Context, path string) error {
	err := a.request(ctx, http.MethodDelete, path, "", nil, nil)
	if isNotFound(err) {
		return nil
	}
	return err
}

func (a *clusterAPI) request(ctx context.Context, method, path, contentType string, body, into any) error {
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return err
		}
		content = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, method, a.server+path, content)
	if err != nil {
		return err
	}
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	if a.token != "" {
		request.Header.Set("Authorization", "Bearer "+a.token)
	}
	response, err := a.client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode >= http.StatusBadRequest {
		var status struct {
			Message string `json:"message"`
		}
		_ = json.Unmarshal(text, &status)
		return &apiError{code: response.StatusCode, message: status.Message}
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(text, into)
}
