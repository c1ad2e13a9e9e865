package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAnswers: the next requests that a test means are answered with a status, and then as usual.
func TestAnswers(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	a.create("clusters", hosted("demo", nil))
	for _, status := range []int{http.StatusTooManyRequests, http.StatusUnauthorized, http.StatusForbidden} {
		a.call(http.MethodPut, answersPath, object{"method": http.MethodGet, "path": root + "clusters", "times": 2, "status": status})
		got, _ := a.call(http.MethodGet, "versions", nil)
		assert.Equal(t, http.StatusOK, got, "of another path")
		got, _ = a.call(http.MethodPost, "clusters", hosted("demo", nil))
		assert.Equal(t, http.StatusBadRequest, got, "of another method")
		for range 2 {
			got, answer := a.call(http.MethodGet, "clusters", nil)
			assert.Equal(t, status, got)
			assert.Equal(t, http.StatusText(status), answer["reason"])
		}
		got, _ = a.call(http.MethodGet, "clusters", nil)
		assert.Equal(t, http.StatusOK, got)
	}
	a.call(http.MethodPut, answersPath, object{"times": 1, "status": http.StatusForbidden})
	got, _ := a.call(http.MethodGet, accountsRoot+"current_account", nil)
	assert.Equal(t, http.StatusForbidden, got, "of any method and path")
}

// TestSlowAnswers: what is answered late is done at once, and other requests do not wait.
func TestSlowAnswers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := newAPI(t)
		a.call(http.MethodPut, answersPath, object{"method": http.MethodPost, "times": 1, "delay": 2000})
		body, err := json.Marshal(hosted("demo", nil))
		require.NoError(t, err)
		begun, answered := time.Now(), make(chan time.Duration)
		go func() {
			a.service.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, root+"clusters", bytes.NewReader(body)))
			answered <- time.Since(begun)
		}()
		synctest.Wait()
		_, got := a.call(http.MethodGet, "clusters", nil)
		assert.Len(t, got["items"], 1)
		assert.Equal(t, 2*time.Second, <-answered)
	})
}

// TestProvisionErrors: a failed installation has the error that a test sets.
func TestProvisionErrors(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	a.call(http.MethodPut, operationsPath, object{
		"begins": "installing", "ends": "error", "reads": 1, "code": "OCM3999", "message": "the quota is used up",
	})
	path := "clusters/" + a.create("clusters", hosted("demo", nil))
	_, got := a.call(http.MethodGet, path, nil)
	assert.Equal(t, object{
		"state": "error", "provision_error_code": "OCM3999", "provision_error_message": "the quota is used up",
	}, got["status"])
	a.call(http.MethodPut, operationsPath, object{"begins": "installing"})
	_, got = a.call(http.MethodGet, "clusters/"+a.create("clusters", hosted("other", nil)), nil)
	assert.Equal(t, object{"state": "ready"}, got["status"])
}
