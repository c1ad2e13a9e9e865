package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/ocmtest"
)

// answers sets how OCM answers the next requests with a method; all of them without one.
func (o ocm) answers(method string, times int, answer inputs) {
	o.t.Helper()
	o.does(http.MethodPut, "/lab/answers", ocmtest.With(inputs{"method": method, "times": times}, answer))
}

// TestErrorsAreNotGone: what a proxy answers, or OCM to those who may not read, is no proof that something is gone.
func TestErrorsAreNotGone(t *testing.T) {
	t.Parallel()
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(http.StatusNotFound)
		_, _ = io.WriteString(w, "<html>not here</html>")
	}))
	t.Cleanup(proxy.Close)
	forProducts(t, func(t *testing.T, api ocm, s *stack, product string, values inputs) {
		_, err := s.Up(product, values)
		require.NoError(t, err)
		pool := ocmtest.Contents(product, s.Resources[product].ID)[2]
		_, err = s.Up(pool.Type, pool.Inputs)
		require.NoError(t, err)
		rejects := func(reason string) {
			t.Helper()
			for _, resourceType := range []string{product, pool.Type} {
				require.ErrorContains(t, s.Refresh(resourceType), reason)
				require.ErrorContains(t, s.Destroy(resourceType), reason)
				assert.Contains(t, s.Resources, resourceType)
			}
		}
		for status, reason := range map[int]string{http.StatusUnauthorized: "status is 401", http.StatusForbidden: "status is 403"} {
			api.answers("", 1000, inputs{"status": status})
			rejects(reason)
		}
		s.start(ocmtest.With(s.config, inputs{"url": proxy.URL}))
		rejects("is not OCM's API")

		s.start(s.config)
		api.answers("", 0, nil)
		s.unchanged(product, values)
		s.unchanged(pool.Type, pool.Inputs)
	})
}

// TestTooManyRequests: OCM rejects two requests of each of these, and nobody notices. If it rejects all, nothing is created or lost.
func TestTooManyRequests(t *testing.T) {
	t.Parallel()
	forProducts(t, func(t *testing.T, api ocm, s *stack, product string, values inputs) {
		tooMany := inputs{"status": http.StatusTooManyRequests}
		api.answers(http.MethodPost, 1000, tooMany)
		_, err := s.Up(product, values)
		require.ErrorContains(t, err, "status is 429")
		assert.Empty(t, s.Resources)
		for _, method := range []string{http.MethodPost, http.MethodPatch, http.MethodGet} {
			api.answers(method, 2, tooMany)
			if method != http.MethodPost {
				values = ocmtest.With(values, ocmtest.Changes[product])
			}
			_, err := s.Up(product, values)
			require.NoError(t, err, method)
		}
		s.unchanged(product, values)
		api.answers("", 1000, tooMany)
		require.ErrorContains(t, s.Refresh(product), "status is 429")
		assert.Contains(t, s.Resources, product)
		api.answers(http.MethodDelete, 2, tooMany)
		s.gone(product, api)
	})
}

// TestErrorsWhileInstalling: a wait that OCM rejects ends, the cluster is in the stack, and the next update continues.
func TestErrorsWhileInstalling(t *testing.T) {
	t.Parallel()
	forProducts(t, func(t *testing.T, api ocm, s *stack, product string, values inputs) {
		api.installations("ready", 8)
		api.at(http.MethodGet, "clusters/*", 2, func() { api.answers(http.MethodGet, 1000, inputs{"status": http.StatusUnauthorized}) })
		_, err := s.Up(product, values)
		require.ErrorContains(t, err, "cannot be read: status is 401")
		id := s.Resources[product].ID
		require.ErrorContains(t, s.Refresh(product), "status is 401")
		api.answers("", 0, nil)
		_, err = s.Up(product, values)
		require.NoError(t, err)
		assert.Equal(t, id, s.Resources[product].ID)
		s.unchanged(product, values)
		s.gone(product, api)
	})
}

// TestSlowAnswers: an update that is cancelled while OCM creates a cluster has it in the stack.
func TestSlowAnswers(t *testing.T) {
	t.Parallel()
	forProducts(t, func(t *testing.T, api ocm, s *stack, product string, values inputs) {
		api.installations("ready", 4)
		api.answers(http.MethodPost, 1, inputs{"path": "/api/clusters_mgmt/v1/clusters", "delay": 2000})
		api.at(http.MethodPost, "clusters", 1, s.cancel)
		_, err := s.Up(product, values)
		require.ErrorContains(t, err, "the update was cancelled while cluster demo")
		assert.Equal(t, []string{s.Resources[product].ID}, api.ids("clusters"))
		s.start(s.config)
		api.answers(http.MethodGet, 3, inputs{"delay": 500})
		_, err = s.Up(product, values)
		require.NoError(t, err)
		s.unchanged(product, values)
		s.gone(product, api)
	})
}
