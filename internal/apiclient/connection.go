package apiclient

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Client calls one API server as one user.
type Client struct {
	server string
	token  string
	http   *http.Client
	// kubeconfig is the path of the kubeconfig; empty if it was a text.
	kubeconfig string
}

// attemptTimeout is the timeout of one request. A load balancer without targets leaves a connection open.
const attemptTimeout = 10 * time.Second

// New returns a client for a kubeconfig's current context. The text is a secret, so no error quotes it.
func New(text string) (*Client, error) { return newClient(text, "") }

// Open returns a client for the current context of a kubeconfig in a file. Paths in it are relative to its folder.
func Open(path string) (*Client, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	client, err := newClient(string(text), filepath.Dir(path))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	client.kubeconfig = path
	return client, nil
}

func newClient(text, dir string) (*Client, error) {
	config, err := parseKubeconfig(text)
	if err != nil {
		return nil, err
	}
	cluster, user, err := config.current()
	if err != nil {
		return nil, err
	}
	c := connection{cluster: cluster, user: user, dir: dir}
	proxy, err := c.proxy()
	if err != nil {
		return nil, err
	}
	token, err := c.token()
	if err != nil {
		return nil, err
	}
	if err := c.checkServer(token); err != nil {
		return nil, err
	}
	security, err := c.tls()
	if err != nil {
		return nil, err
	}
	if token == "" && len(security.Certificates) == 0 || user.Impersonated != "" {
		return nil, errors.New("the kubeconfig's user must have a client-certificate and client-key, or a token; " +
			"other credentials are not supported")
	}
	return &Client{
		server: strings.TrimSuffix(cluster.Server, "/"),
		token:  token,
		http: &http.Client{
			Timeout:   attemptTimeout,
			Transport: &http.Transport{TLSClientConfig: security, Proxy: proxy, DisableKeepAlives: true},
			// An API server does not redirect: what does so is not one.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}, nil
}

// WithTimeout returns the client with another timeout of one request.
func (c *Client) WithTimeout(timeout time.Duration) *Client {
	patient, connections := *c, *c.http
	connections.Timeout = timeout
	patient.http = &connections
	return &patient
}

// connection is the cluster and the user of a context, in a kubeconfig whose files are relative to a folder.
type connection struct {
	cluster kubeconfigCluster
	user    kubeconfigUser
	dir     string
}

// checkServer rejects a server to which the token would be sent as plain text, or without knowing who it is. On loopback, where the sandbox
// serves an API, it does not leave the machine.
func (c connection) checkServer(token string) error {
	server, err := url.Parse(c.cluster.Server)
	if err != nil || server.Host == "" {
		return errNoHTTPS
	}
	leaves := !net.ParseIP(server.Hostname()).IsLoopback() || c.cluster.ProxyURL != ""
	if server.Scheme != "https" && (server.Scheme != "http" || leaves) {
		return errNoHTTPS
	}
	if c.cluster.Insecure && leaves && token != "" {
		return errors.New("the kubeconfig's cluster must not have insecure-skip-tls-verify with a user's token, which a server that nobody " +
			"verified would receive; set certificate-authority-data instead")
	}
	return nil
}

var errNoHTTPS = errors.New("the kubeconfig's cluster must have an https:// server")

// proxy returns the proxy of the requests: that of the kubeconfig, or that of the environment.
func (c connection) proxy() (func(*http.Request) (*url.URL, error), error) {
	if c.cluster.ProxyURL == "" {
		return http.ProxyFromEnvironment, nil
	}
	proxy, err := url.Parse(c.cluster.ProxyURL)
	if err != nil || !slices.Contains([]string{"http", "https", "socks5"}, proxy.Scheme) || proxy.Host == "" {
		return nil, errors.New("the kubeconfig's proxy-url must be an http://, https:// or socks5:// URL")
	}
	return http.ProxyURL(proxy), nil
}

// token returns the user's token. That of a file takes precedence, as it does in client-go.
func (c connection) token() (string, error) {
	if c.user.TokenFile == "" {
		return c.user.Token, nil
	}
	text, err := c.read(c.user.TokenFile)
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(string(text))
	if token == "" {
		return "", fmt.Errorf("%s, the kubeconfig's tokenFile, is empty", c.user.TokenFile)
	}
	return token, nil
}

func (c connection) tls() (*tls.Config, error) {
	config := &tls.Config{
		MinVersion:         tls.VersionTLS12,
		ServerName:         c.cluster.ServerName,
		InsecureSkipVerify: c.cluster.Insecure, //nolint:gosec // The user's kubeconfig says so, and no token is sent.
	}
	authority, err := c.dataOrFile(c.cluster.AuthorityData, c.cluster.AuthorityFile)
	if err != nil {
		return nil, err
	}
	if len(authority) > 0 {
		if c.cluster.Insecure {
			return nil, errors.New("the kubeconfig's cluster must not have both insecure-skip-tls-verify and a certificate-authority")
		}
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM(authority) {
			return nil, errors.New("the kubeconfig's certificate-authority has no certificate")
		}
	}
	certificate, err := c.dataOrFile(c.user.CertificateData, c.user.CertificateFile)
	if err != nil {
		return nil, err
	}
	key, err := c.dataOrFile(c.user.KeyData, c.user.KeyFile)
	if err != nil {
		return nil, err
	}
	if len(certificate) > 0 || len(key) > 0 {
		pair, err := tls.X509KeyPair(certificate, key)
		if err != nil {
			return nil, errors.New("the kubeconfig's client-certificate and client-key do not match")
		}
		config.Certificates = []tls.Certificate{pair}
	}
	return config, nil
}

func (c connection) dataOrFile(data []byte, file string) ([]byte, error) {
	if len(data) > 0 || file == "" {
		return data, nil
	}
	return c.read(file)
}

// read reads a file of the kubeconfig.
func (c connection) read(file string) ([]byte, error) {
	path := file
	if !filepath.IsAbs(path) {
		path = filepath.Join(c.dir, path)
	}
	text, err := os.ReadFile(path)
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
