// Package apiclient calls the API server of a kubeconfig, and waits for what it reports. It reads a kubeconfig as client-go does, which
// would cost every program 30 CPU seconds of compilation.
//
// Valid: a kubeconfig with an https:// server, and a client certificate or a token. Invalid: a kubeconfig with other credentials, or with a
// token that would be sent to a server whose certificate is not verified.
package apiclient

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
)

// Server returns the API server's address, without a slash at its end.
func (c *Client) Server() string { return c.server }

// bodyLimit is the maximum size of a response: a ClusterVersion with a long history and many available updates, or 250 nodes with their
// images, fit.
const bodyLimit = 8 << 20

// Get returns the body of a successful response. The error for another one is one line with the reason.
func (c *Client) Get(ctx context.Context, path string) ([]byte, error) {
	return c.Do(ctx, http.MethodGet, path, "", nil)
}

// Read decodes an object.
func (c *Client) Read(ctx context.Context, path string, into any) error {
	body, err := c.Get(ctx, path)
	if err != nil {
		return err
	}
	if json.Unmarshal(body, into) != nil {
		return fmt.Errorf("the response to GET %s is not the JSON of an object", path)
	}
	return nil
}

// Put replaces an object, or a subresource of one, by a JSON document.
func (c *Client) Put(ctx context.Context, path string, object []byte) error {
	_, err := c.Do(ctx, http.MethodPut, path, "application/json", object)
	return err
}

// Patch applies a JSON merge patch to an object.
func (c *Client) Patch(ctx context.Context, path string, patch any) error {
	text, err := json.Marshal(patch)
	if err != nil {
		return err
	}
	_, err = c.Do(ctx, http.MethodPatch, path, "application/merge-patch+json", text)
	return err
}

// Delete deletes an object. It succeeds if the object does not exist.
func (c *Client) Delete(ctx context.Context, path string) error {
	_, err := c.Do(ctx, http.MethodDelete, path, "", nil)
	if NotFound(err) {
		return nil
	}
	return err
}

// Do sends a request with a body, unless object is nil, and returns the body of a successful response.
func (c *Client) Do(ctx context.Context, method, path, contentType string, object []byte) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, method, c.server+path, bytes.NewReader(object))
	if err != nil {
		return nil, err
	}
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
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
	body, err := io.ReadAll(io.LimitReader(response.Body, bodyLimit+1))
	if err != nil {
		return nil, err
	}
	if len(body) > bodyLimit {
		return nil, fmt.Errorf("the response to %s %s is larger than %d MiB", method, path, bodyLimit>>20)
	}
	if response.StatusCode < http.StatusOK || response.StatusCode >= http.StatusMultipleChoices {
		return nil, statusError{response.StatusCode, reason(body)}
	}
	return body, nil
}

// statusError is a response whose status is not success.
type statusError struct {
	code   int
	reason string
}

func (e statusError) Error() string {
	return strings.TrimSpace(fmt.Sprintf("%d %s", e.code, http.StatusText(e.code))) + e.reason
}

// Responded reports whether a server sent a response: err is nil or its status.
func Responded(err error) bool {
	var status statusError
	return err == nil || errors.As(err, &status)
}

// NotFound reports whether the API server has no such object.
func NotFound(err error) bool { return hasCode(err, http.StatusNotFound) }

// Conflict reports whether somebody else wrote the object meanwhile.
func Conflict(err error) bool { return hasCode(err, http.StatusConflict) }

// Denied reports whether the API server rejects the credentials, or what they ask for.
func Denied(err error) bool {
	return hasCode(err, http.StatusUnauthorized, http.StatusForbidden)
}

func hasCode(err error, codes ...int) bool {
	var status statusError
	return errors.As(err, &status) && slices.Contains(codes, status.code)
}

// reason returns what a response says about its status: the failed checks of /readyz, or the message of a Status.
func reason(body []byte) string {
	var status struct {
		Message string `json:"message"`
	}
	if json.Unmarshal(body, &status) == nil && status.Message != "" {
		return ": " + Printable(status.Message)
	}
	if failed := failedChecks(body); len(failed) > 0 {
		return ": not ready: " + Printable(strings.Join(failed, ", "))
	}
	return ""
}

// failedChecks returns the names of the failed checks in a response of /readyz
// (kubernetes/apiserver pkg/server/healthz/healthz.go).
func failedChecks(body []byte) []string {
	var failed []string
	for line := range strings.Lines(string(body)) {
		if name, found := strings.CutPrefix(strings.TrimSpace(line), "[-]"); found {
			name, _, _ = strings.Cut(name, " ")
			failed = append(failed, name)
		}
	}
	return failed
}
