package acceptance

import (
	"encoding/json"
	"net/http"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// ocm is the lab's fake of OpenShift Cluster Manager.
type ocm struct {
	t *testing.T
}

// startOCM returns the fake, which forgets the requests of earlier tests.
func startOCM(t *testing.T) *ocm {
	t.Helper()
	o := &ocm{t: t}
	o.call(http.MethodDelete, "/lab/requests/")
	return o
}

// created returns the items that were posted to a collection such as clusters.
func (o *ocm) created(collection string) []map[string]any {
	var all []map[string]any
	items, _ := o.call(http.MethodGet, "/lab/requests/"+collection)["items"].([]any)
	for _, item := range items {
		all = append(all, item.(map[string]any))
	}
	return all
}

// object reads an object or a collection.
func (o *ocm) object(path string) map[string]any {
	return o.call(http.MethodGet, "/api/clusters_mgmt/v1/"+path)
}

func (o *ocm) call(method, path string) map[string]any {
	o.t.Helper()
	request, err := http.NewRequest(method, os.Getenv("RHCS_URL")+path, nil)
	require.NoError(o.t, err)
	response, err := http.DefaultClient.Do(request)
	require.NoError(o.t, err)
	defer response.Body.Close()
	assert.Less(o.t, response.StatusCode, http.StatusMultipleChoices, path)
	object := map[string]any{}
	if response.StatusCode != http.StatusNoContent {
		require.NoError(o.t, json.NewDecoder(response.Body).Decode(&object))
	}
	return object
}
