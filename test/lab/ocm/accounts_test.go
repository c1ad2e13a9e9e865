package main

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestLabels makes the requests of the RHCS provider 1.7.7 for rhcs_rosa_ocm_role_link: one label has all linked roles.
func TestLabels(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	_, account := a.call(http.MethodGet, accountsRoot+"current_account", nil)
	labels := accountsRoot + "organizations/" + text(account, "organization", "id") + "/labels"
	_, got := a.call(http.MethodGet, labels, nil)
	assert.Empty(t, got["items"])

	const role, other = "arn:aws:iam::123456789012:role/ocm", "arn:aws:iam::210987654321:role/ocm"
	key := a.create(labels, object{"key": "sts_ocm_role", "value": role})
	assert.Equal(t, "sts_ocm_role", key, "a label is addressed by its key")
	status, _ := a.call(http.MethodPatch, labels+"/"+key, object{"key": key, "value": role + "," + other})
	assert.Equal(t, http.StatusOK, status)
	_, got = a.call(http.MethodGet, labels, nil)
	assert.Equal(t, []any{
		object{"kind": "Label", "id": key, "key": key, "value": role + "," + other, "href": labels + "/" + key},
	}, got["items"])

	status, _ = a.call(http.MethodDelete, labels+"/"+key, nil)
	assert.Equal(t, http.StatusNoContent, status)
	status, _ = a.call(http.MethodDelete, labels+"/"+key, nil)
	assert.Equal(t, http.StatusNotFound, status)
	a.create(labels, object{"key": key, "value": role})
	_, got = a.call(http.MethodGet, labels, nil)
	assert.Len(t, got["items"], 1, "what is created again is listed once")
	status, _ = a.call(http.MethodGet, accountsRoot+"organizations/none/labels", nil)
	assert.Equal(t, http.StatusNotFound, status)
}
