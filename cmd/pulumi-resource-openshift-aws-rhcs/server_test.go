package main

import (
	"context"
	"net"
	"net/http"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/pulumi/pulumi/sdk/v3/go/common/diag"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
	"github.com/openshift-aws/pulumi-openshift-aws/test/ocmtest"
)

// severities are those of the logs that it receives.
type severities struct{ all []diag.Severity }

func (s *severities) Log(_ context.Context, severity diag.Severity, _ resource.URN, _ string) error {
	s.all = append(s.all, severity)
	return nil
}

func (s *severities) LogStatus(ctx context.Context, severity diag.Severity, urn resource.URN, message string) error {
	return s.Log(ctx, severity, urn, message)
}

// TestLogs: an error in the logs would make an update fail that succeeds.
func TestLogs(t *testing.T) {
	t.Parallel()
	received := &severities{}
	for _, severity := range []diag.Severity{diag.Error, diag.Warning, diag.Info} {
		require.NoError(t, logs{received}.Log(t.Context(), severity, "", "cannot get thumbprint"))
	}
	assert.Equal(t, []diag.Severity{diag.Debug, diag.Warning, diag.Info}, received.all)
}

// TestParameterize: the plugin is one package in one release.
func TestParameterize(t *testing.T) {
	t.Parallel()
	s := newStack(t, startOCM(t))
	value := func(name, version string) *pulumirpc.ParameterizeRequest {
		return &pulumirpc.ParameterizeRequest{Parameters: &pulumirpc.ParameterizeRequest_Value{
			Value: &pulumirpc.ParameterizeRequest_ParametersValue{Name: name, Version: version},
		}}
	}
	for want, request := range map[string]*pulumirpc.ParameterizeRequest{
		"requested rhcs 1.7.6":         value("rhcs", "1.7.6"),
		"requested aws":                value("aws", rhcs.DefaultVersion),
		"this plugin generates no SDK": {Parameters: &pulumirpc.ParameterizeRequest_Args{Args: &pulumirpc.ParameterizeRequest_ParametersArgs{}}},
	} {
		_, err := s.server.Parameterize(t.Context(), request)
		require.ErrorContains(t, err, want)
	}
	info, err := s.server.GetPluginInfo(t.Context(), &emptypb.Empty{})
	require.NoError(t, err)
	assert.Equal(t, version, info.GetVersion(), "of the plugin, not of RHCS")
}

// TestOtherUsers: other users of the machine can reach the plugin's port, and would act with this user's token.
func TestOtherUsers(t *testing.T) {
	t.Parallel()
	s := newStack(t, startOCM(t))
	ctx := peer.NewContext(t.Context(), &peer.Peer{Addr: &net.UnixAddr{}, LocalAddr: &net.UnixAddr{}})
	for name, call := range map[string]func() error{
		"Configure": func() error { _, err := s.server.Configure(ctx, &pulumirpc.ConfigureRequest{}); return err },
		"Create":    func() error { _, err := s.server.Create(ctx, &pulumirpc.CreateRequest{}); return err },
		"Read":      func() error { _, err := s.server.Read(ctx, &pulumirpc.ReadRequest{}); return err },
		"Update":    func() error { _, err := s.server.Update(ctx, &pulumirpc.UpdateRequest{}); return err },
		"Delete":    func() error { _, err := s.server.Delete(ctx, &pulumirpc.DeleteRequest{}); return err },
		"Invoke":    func() error { _, err := s.server.Invoke(ctx, &pulumirpc.InvokeRequest{}); return err },
	} {
		assert.Equal(t, codes.PermissionDenied, status.Code(call()), name)
	}
}

// failing is RHCS with an error after each change that it makes.
type failing struct{ tfprotov6.ProviderServer }

func (f failing) ApplyResourceChange(
	ctx context.Context, request *tfprotov6.ApplyResourceChangeRequest,
) (*tfprotov6.ApplyResourceChangeResponse, error) {
	response, err := f.ProviderServer.ApplyResourceChange(ctx, request)
	if err == nil {
		response.Diagnostics = append(response.Diagnostics, failure("OCM did not answer")...)
	}
	return response, err
}

// TestErrorAfterACreation: what exists in OCM is in the stack although RHCS returns an error, and the next update continues.
func TestErrorAfterACreation(t *testing.T) {
	t.Parallel()
	forProducts(t, func(t *testing.T, api ocm, s *stack, product string, values inputs) {
		create := func(resourceType string, values inputs) {
			t.Helper()
			works := s.server.terraform.ProviderServer
			s.server.terraform.ProviderServer = failing{works}
			_, err := s.Up(resourceType, values)
			require.ErrorContains(t, err, "OCM did not answer")
			require.Contains(t, s.Resources, resourceType)
			s.server.terraform.ProviderServer = works
			steps, err := s.Up(resourceType, values)
			require.NoError(t, err)
			assert.NotContains(t, steps, "create")
			s.unchanged(resourceType, values)
		}
		create(product, values)
		for _, one := range ocmtest.Contents(product, s.Resources[product].ID) {
			create(one.Type, one.Inputs)
		}
		assert.Len(t, api.ids("clusters"), 1)
	})
}

// TestAutoNodeFails: the cluster exists, and the next update enables AutoNode again.
func TestAutoNodeFails(t *testing.T) {
	t.Parallel()
	api := startOCM(t)
	s := newStack(t, api)
	autoNode := inputs{"mode": "enabled", "roleArn": "arn:aws:iam::123456789012:role/karpenter"}
	values := ocmtest.With(products(api)[hcp], inputs{"autoNode": autoNode})
	api.answers(http.MethodPatch, 1000, inputs{"status": http.StatusBadRequest})
	_, err := s.Up(hcp, values)
	require.ErrorContains(t, err, "status is 400")
	require.Len(t, s.Resources, 1)
	api.answers("", 0, nil)
	_, err = s.Up(hcp, values)
	require.NoError(t, err)
	aws, _ := api.does(http.MethodGet, "clusters/"+s.Resources[hcp].ID, nil)["aws"].(map[string]any)
	assert.NotNil(t, aws["auto_node"])
	s.unchanged(hcp, values)
	s.gone(hcp, api)
}

// TestKilledThenDeleted: a creation does not continue with a cluster that somebody deletes.
func TestKilledThenDeleted(t *testing.T) {
	t.Parallel()
	forProducts(t, func(t *testing.T, api ocm, s *stack, product string, values inputs) {
		api.installations("ready", 1000)
		api.at(http.MethodGet, "clusters/*", 2, s.cancel)
		_, err := s.Up(product, values)
		require.Error(t, err)
		api.does(http.MethodPatch, "clusters/"+s.Resources[product].ID, inputs{"state": "uninstalling"})
		clear(s.Resources)
		s.start(s.config)
		_, err = s.Up(product, values)
		require.ErrorContains(t, err, "the name 'demo' is taken already")
		assert.Empty(t, s.Resources)
	})
}

// TestUpgradeAfterAnUpdate: RHCS decides by the release in the stack. It is the one before the upgrade unless the engine reads the cluster,
// which an update must ask for too.
func TestUpgradeAfterAnUpdate(t *testing.T) {
	t.Parallel()
	forProducts(t, func(t *testing.T, api ocm, s *stack, product string, values inputs) {
		_, err := s.Up(product, values)
		require.NoError(t, err)
		api.does(http.MethodPut, "/lab/operations", inputs{"begins": "started", "ends": "completed", "reads": 20})
		values = ocmtest.With(values, inputs{"version": "4.18.6"})
		_, err = s.Up(product, values)
		require.NoError(t, err)
		for range 20 {
			api.does(http.MethodGet, "clusters/"+s.Resources[product].ID, nil)
		}
		_, err = s.Up(product, ocmtest.With(values, ocmtest.Changes[product]))
		require.NoError(t, err)
		s.gone(product, api)
	})
}
