package acceptance

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
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

// endUpgrades sets how the upgrades end that are requested afterwards: the state, after so many reads of the cluster or the pool.
func (o *ocm) endUpgrades(state string, reads int) {
	o.t.Helper()
	o.send(http.MethodPut, "/lab/operations", fmt.Sprintf(`{"begins": "started", "ends": %q, "reads": %d}`, state, reads))
}

// leaveGroups lets the security groups of the endpoints of deleted clusters stay.
func (o *ocm) leaveGroups(stay bool) {
	o.t.Helper()
	o.send(http.MethodPut, "/lab/endpoints", fmt.Sprintf(`{"groupsStay": %t}`, stay))
}

func (o *ocm) call(method, path string) map[string]any {
	o.t.Helper()
	return o.send(method, path, "")
}

func (o *ocm) send(method, path, body string) map[string]any {
	o.t.Helper()
	request, err := http.NewRequest(method, os.Getenv("RHCS_URL")+path, strings.NewReader(body))
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
