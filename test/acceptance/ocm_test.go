package acceptance

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/test/ocmtest"
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

// ocmRolePolicies are OCM's policies of OCM roles (openshift/managed-cluster-config a0bed76 resources/sts/4.22; of the longer ones some
// actions).
var ocmRolePolicies = map[string]string{
	"sts_ocm_trust_policy": `{"Version":"2012-10-17","Statement":[{"Effect":"Allow",` +
		`"Principal":{"AWS":["arn:aws:iam::%{aws_account_id}:role/RH-Managed-OpenShift-Installer"]},"Action":["sts:AssumeRole"],` +
		`"Condition":{"StringEquals":{"sts:ExternalId":"%{ocm_organization_id}"}}}]}`,
	"sts_ocm_permission_policy": `{"Version":"2012-10-17","Statement":[{"Effect":"Allow",` +
		`"Action":["ec2:DescribeSubnets","iam:GetRole"],"Resource":"*"}]}`,
	"sts_ocm_admin_permission_policy": `{"Version":"2012-10-17","Statement":[{"Effect":"Allow",` +
		`"Action":["iam:AttachRolePolicy","iam:CreateRole"],"Resource":"*"}]}`,
	"sts_ocm_no_console_permission_policy": `{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"iam:GetRole","Resource":"*",` +
		`"Condition":{"StringEquals":{"iam:ResourceTag/red-hat-managed":"true","iam:ResourceTag/rosa_role_type":"OCM"}}}]}`,
}

// TestRosaOCMRole creates the account's OCM role, with the policies and the organization that the real RHCS provider reads, and links it. A
// change of its profile is made in place, and destroy leaves neither role nor link.
func TestRosaOCMRole(t *testing.T) {
	ocmLock.acquire(t)
	populateOCM(t)
	service := startOCM(t)
	profile := iam.OCMRoleStandard
	box, err := sandbox.New(sandbox.Options{
		Project: "ocm-role", Dir: filepath.Join(t.TempDir(), "state"), Config: emulatorConfig, RealAWS: true,
		Program: func(ctx *pulumi.Context) error {
			rhcs, err := rhcsProvider(ctx)
			if err != nil {
				return err
			}
			role, err := iam.NewOCMRole(ctx, "ocm", &iam.OCMRoleArgs{Prefix: "labocm", Profile: profile, Path: "/rosa/"}, rhcs)
			if err != nil {
				return err
			}
			if _, err := rosa.NewOCMRoleLink(ctx, "ocm", &rosa.OCMRoleLinkArgs{RoleARN: role.RoleARN}, rhcs); err != nil {
				return err
			}
			ctx.Export("arn", role.RoleARN)
			return nil
		},
	})
	require.NoError(t, err)
	const arn = "arn:aws:iam::" + ocmtest.Account + ":role/rosa/labocm-OCM-Role-12345678"
	labels := "/api/accounts_mgmt/v1/organizations/lab-organization/labels"
	t.Cleanup(func() {
		_, err := box.Destroy(context.Background())
		assert.NoError(t, err)
		assert.NotContains(t, leftovers(), "labocm")
		assert.NotContains(t, fmt.Sprint(service.call(http.MethodGet, labels)["items"]), arn, "the link is deleted")
	})
	for _, each := range []struct {
		profile iam.OCMRoleProfile
		// kinds are the operations of a change to the profile.
		kinds []string
	}{
		{profile: iam.OCMRoleStandard, kinds: []string{"create"}},
		{profile: iam.OCMRoleAdmin, kinds: []string{"create", "same", "update"}},
		{profile: iam.OCMRoleNoConsole, kinds: []string{"create", "delete", "same", "update"}},
	} {
		profile = each.profile
		made, err := box.Up(t.Context())
		require.NoError(t, err, profile)
		assert.ElementsMatch(t, each.kinds, kinds(made.Changes), profile)
		assert.Equal(t, arn, made.Outputs["arn"])
		assert.Contains(t, fmt.Sprint(service.call(http.MethodGet, labels)["items"]), arn)
		_, err = box.Refresh(t.Context())
		require.NoError(t, err)
		again, err := box.Up(t.Context())
		require.NoError(t, err)
		assert.Equal(t, []string{"same"}, kinds(again.Changes), "%s: %v", profile, again.Steps)
	}
}

// TestRosaOCMRoleLink links an OCM role to an organization that has a link of another account.
func TestRosaOCMRoleLink(t *testing.T) {
	ocmLock.acquire(t)
	service := startOCM(t)
	const other = "arn:aws:iam::210987654321:role/other-OCM-Role-1"
	account := service.call(http.MethodGet, "/api/accounts_mgmt/v1/current_account")["organization"].(map[string]any)
	labels := "/api/accounts_mgmt/v1/organizations/" + account["id"].(string) + "/labels"
	linked := func() string {
		items := service.call(http.MethodGet, labels)["items"].([]any)
		require.Len(t, items, 1)
		return items[0].(map[string]any)["value"].(string)
	}
	post(t, labels, map[string]any{"key": "sts_ocm_role", "value": other})
	t.Cleanup(func() { service.call(http.MethodDelete, labels+"/sts_ocm_role") })

	const first = "arn:aws:iam::123456789012:role/demo-OCM-Role-1"
	const second = "arn:aws:iam::123456789012:role/demo-OCM-Role-2"
	roles := []string{first}
	box, err := sandbox.New(sandbox.Options{
		Project: "ocm-role-link", Dir: filepath.Join(t.TempDir(), "state"), Config: emulatorConfig, RealAWS: true,
		Program: func(ctx *pulumi.Context) error { return roleLinks(ctx, roles) },
	})
	require.NoError(t, err)
	up := func() result {
		made, err := box.Up(t.Context())
		require.NoError(t, err)
		return resultOf(made)
	}
	up()
	assert.Equal(t, other+","+first, linked(), "links of other accounts stay")
	up().unchanged(t, "second update")
	refreshed, err := box.Refresh(t.Context())
	require.NoError(t, err)
	resultOf(refreshed).unchanged(t, "refresh")

	roles = []string{first, second}
	_, err = box.Up(t.Context())
	require.ErrorContains(t, err, "Only one role per AWS account", "an organization has one link for an account")
	roles = []string{second}
	assert.Equal(t, []string{"rhcs:index/rosaOcmRoleLink:RosaOcmRoleLink link-0-link"}, up().with("replace"),
		"the first link is deleted before the other is created")
	assert.Equal(t, other+","+second, linked())
	_, err = box.Destroy(t.Context())
	require.NoError(t, err)
	assert.Equal(t, other, linked())
}

// roleLinks links OCM roles by the real RHCS provider.
func roleLinks(ctx *pulumi.Context, roles []string) error {
	rhcs, err := rhcsProvider(ctx)
	if err != nil {
		return err
	}
	for i, role := range roles {
		link := &rosa.OCMRoleLinkArgs{RoleARN: pulumi.String(role)}
		if _, err := rosa.NewOCMRoleLink(ctx, fmt.Sprintf("link-%d", i), link, rhcs); err != nil {
			return err
		}
	}
	return nil
}
