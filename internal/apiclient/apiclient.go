// Package apiclient calls the API server of a kubeconfig, and waits for what it reports.
//
// Valid: a kubeconfig with an https:// server, and a client certificate or a token. Invalid: a kubeconfig with other credentials.
package apiclient

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
)

// Server returns the API server's address, without a slash at its end.
func (c *Client) Server() string { return c.server }

// bodyLimit is the maximum size of a response: a ClusterVersion with a long history and many available updates fits.
const bodyLimit = 8 << 20

// Get returns the body of a response with status 200. The error for another status is one line with the reason.
func (c *Client) Get(ctx context.Context, path string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.server+path, nil)
	if err != nil {
		return nil, err
	}
	if c.token != "" {
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	response, err := c.http.Do(request)
	if err != nil {
		var wrapped interface{ Unwrap() error }
		if errors.As(err, &wrapped) && wrapped.Unwrap() != nil {
			return nil, wrapped.Unwrap()
		}
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(response.Body, bodyLimit))
	if err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		return nil, errors.New(response.Status + failedChecks(body))
	}
	return body, nil
}

// failedChecks returns the names of the failed checks in a response of /readyz
// (kubernetes/apiserver pkg/server/healthz/healthz.go).
func failedChecks(body []byte) string {
	var failed []string
	for line := range strings.Lines(string(body)) {
		if name, found := strings.CutPrefix(strings.TrimSpace(line), "[-]"); found {
			name, _, _ = strings.Cut(name, " ")
			failed = append(failed, name)
		}
	}
	if len(failed) == 0 {
		return ""
	}
	return ": not ready: " + strings.Join(failed, ", ")
}
