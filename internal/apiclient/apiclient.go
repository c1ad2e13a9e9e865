// Package apiclient calls the API server of a kubeconfig, and waits for what it reports.
//
// Valid: a kubeconfig with an https:// server, and a client certificate or a token. Invalid: a kubeconfig with other credentials.
package apiclient

import (
	"bytes"
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
	return c.do(ctx, http.MethodGet, path, nil)
}

// Put replaces an object, or a subresource of one, by a JSON document.
func (c *Client) Put(ctx context.Context, path string, object []byte) error {
	_, err := c.do(ctx, http.MethodPut, path, object)
	return err
}

func (c *Client) do(ctx context.Context, method, path string, object []byte) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, method, c.server+path, bytes.NewReader(object))
	if err != nil {
		return nil, err
	}
	if object != nil {
		request.Header.Set("Content-Type", "application/json")
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
		return nil, statusError{response.StatusCode, response.Status + failedChecks(body)}
	}
	return body, nil
}

// statusError is a response with a status other than 200.
type statusError struct {
	code   int
	status string
}

func (e statusError) Error() string { return e.status }

// Responded reports whether a server sent a response: err is nil or its status.
func Responded(err error) bool {
	var status statusError
	return err == nil || errors.As(err, &status)
}

// NotFound reports whether the API server has no such object.
func NotFound(err error) bool {
	var status statusError
	return errors.As(err, &status) && status.code == http.StatusNotFound
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
