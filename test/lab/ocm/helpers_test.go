package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// roleAccount is an account with some roles, and some subnets in ohio.
type roleAccount struct {
	existing  []string
	endpoints []endpoint
	// groups are those that stayed.
	groups []string
}

const ohio = "us-east-2"

func (a *roleAccount) missing(region string, roles, subnets []string) (string, error) {
	for _, one := range slices.Concat(roles, subnets) {
		if !slices.Contains(a.existing, one) || slices.Contains(subnets, one) && region != ohio {
			return one, nil
		}
	}
	return "", nil
}

func (a *roleAccount) createEndpoint(region, _ string, cluster object) (endpoint, error) {
	created := endpoint{region: region, id: "vpce-" + text(cluster, "id"), group: "sg-" + text(cluster, "infra_id")}
	a.endpoints = append(a.endpoints, created)
	return created, nil
}

func (a *roleAccount) deleteEndpoint(deleted endpoint, groupStays bool) error {
	a.endpoints = slices.DeleteFunc(a.endpoints, func(one endpoint) bool { return one == deleted })
	if groupStays {
		a.groups = append(a.groups, deleted.group)
	}
	return nil
}

const installer = "arn:aws:iam::123456789012:role/demo-Installer-Role"

// api calls a service.
type api struct {
	t       *testing.T
	service *service
	account *roleAccount
}

func newAPI(t *testing.T) api {
	t.Helper()
	account := &roleAccount{existing: []string{installer, "subnet-1"}}
	return api{t: t, service: newService(account), account: account}
}

func (a api) call(method, path string, body object) (int, object) {
	a.t.Helper()
	if !strings.HasPrefix(path, "/") {
		path = root + path
	}
	text, err := json.Marshal(body)
	require.NoError(a.t, err)
	recorder := httptest.NewRecorder()
	a.service.ServeHTTP(recorder, httptest.NewRequest(method, path, bytes.NewReader(text)))
	answer := object{}
	_ = json.Unmarshal(recorder.Body.Bytes(), &answer)
	return recorder.Code, answer
}

// create posts an item, which must be accepted, and returns its ID.
func (a api) create(path string, body object) string {
	a.t.Helper()
	status, answer := a.call(http.MethodPost, path, body)
	require.Equal(a.t, http.StatusCreated, status, answer)
	return text(answer, "id")
}

func (a api) rejected(method, path string, body object, reason string) {
	a.t.Helper()
	status, answer := a.call(method, path, body)
	assert.Equal(a.t, http.StatusBadRequest, status)
	assert.Contains(a.t, answer["reason"], reason)
}

// hosted returns a hosted cluster that is accepted, with some changes.
func hosted(name string, changes object) object {
	body := object{
		"name": name, "hypershift": object{"enabled": true}, "version": object{"id": "openshift-v4.18.5"},
		"region": object{"id": ohio},
		"aws": object{
			"billing_account_id": "123456789012", "subnet_ids": []any{"subnet-1"}, "sts": object{"role_arn": installer},
		},
	}
	for name, value := range changes {
		if inner, ok := value.(object); ok && name == "aws" {
			maps.Copy(body["aws"].(object), inner)
			continue
		}
		body[name] = value
	}
	return body
}
