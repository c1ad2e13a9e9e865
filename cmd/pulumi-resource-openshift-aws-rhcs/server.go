package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/util/rpcutil/rpcerror"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/localuser"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// server is Pulumi's protocol over the bridge. A resource that exists but is not initialized is an error of initialization for the engine,
// which then keeps the resource and updates it in the next update.
type server struct {
	pulumirpc.ResourceProviderServer

	terraform *lifecycle
	cancel    context.CancelFunc
}

func newServer(ctx context.Context, logs sink) (*server, error) {
	stop, cancel := context.WithCancel(ctx)
	terraform := newTerraformServer(stop)
	bridged, err := newBridge(ctx, logs, terraform)
	return &server{ResourceProviderServer: bridged, terraform: terraform, cancel: cancel}, err
}

// Parameterize accepts the one package of this plugin.
func (s *server) Parameterize(_ context.Context, request *pulumirpc.ParameterizeRequest) (*pulumirpc.ParameterizeResponse, error) {
	value := request.GetValue()
	if value == nil {
		return nil, errors.New("this plugin generates no SDK: use pulumi package add terraform-provider " + rhcs.DefaultSource)
	}
	if value.GetName() != packageName || value.GetVersion() != rhcs.DefaultVersion {
		return nil, fmt.Errorf("this plugin is RHCS %s (requested %s %s): another release runs with the argument Version of RHCSProvider",
			rhcs.DefaultVersion, value.GetName(), value.GetVersion())
	}
	return &pulumirpc.ParameterizeResponse{Name: packageName, Version: rhcs.DefaultVersion}, nil
}

// GetPluginInfo returns the plugin's release, which is not that of RHCS.
func (s *server) GetPluginInfo(context.Context, *emptypb.Empty) (*pulumirpc.PluginInfo, error) {
	return &pulumirpc.PluginInfo{Version: version}, nil
}

// Cancel ends the waits.
func (s *server) Cancel(ctx context.Context, request *emptypb.Empty) (*emptypb.Empty, error) {
	s.cancel()
	return s.ResourceProviderServer.Cancel(ctx, request)
}

// Create creates a resource.
func (s *server) Create(ctx context.Context, request *pulumirpc.CreateRequest) (*pulumirpc.CreateResponse, error) {
	if err := ownUser(ctx); err != nil {
		return nil, err
	}
	ctx, op := begin(ctx, request.GetUrn())
	response, err := s.ResourceProviderServer.Create(ctx, request)
	if err != nil || request.GetPreview() {
		return response, err
	}
	response.RefreshBeforeUpdate = isCluster(request.GetUrn())
	if err := op.err(response.GetId(), response.GetProperties(), nil); err != nil {
		return nil, err
	}
	return response, nil
}

// Update updates a resource.
func (s *server) Update(ctx context.Context, request *pulumirpc.UpdateRequest) (*pulumirpc.UpdateResponse, error) {
	if err := ownUser(ctx); err != nil {
		return nil, err
	}
	ctx, op := begin(ctx, request.GetUrn())
	response, err := s.ResourceProviderServer.Update(ctx, request)
	if err != nil || request.GetPreview() {
		return response, err
	}
	response.RefreshBeforeUpdate = isCluster(request.GetUrn())
	if err := op.err(request.GetId(), response.GetProperties(), nil); err != nil {
		return nil, err
	}
	return response, nil
}

// Read reads a resource.
func (s *server) Read(ctx context.Context, request *pulumirpc.ReadRequest) (*pulumirpc.ReadResponse, error) {
	if err := ownUser(ctx); err != nil {
		return nil, err
	}
	ctx, op := begin(ctx, request.GetUrn())
	response, err := s.ResourceProviderServer.Read(ctx, request)
	if err != nil || response.GetId() == "" {
		return response, err
	}
	response.RefreshBeforeUpdate = isCluster(request.GetUrn())
	if err := op.err(response.GetId(), response.GetProperties(), response.GetInputs()); err != nil {
		return nil, err
	}
	return response, nil
}

// Delete deletes a resource.
func (s *server) Delete(ctx context.Context, request *pulumirpc.DeleteRequest) (*emptypb.Empty, error) {
	if err := ownUser(ctx); err != nil {
		return nil, err
	}
	ctx, _ = begin(ctx, request.GetUrn())
	return s.ResourceProviderServer.Delete(ctx, request)
}

// Configure makes the connection to OCM.
func (s *server) Configure(ctx context.Context, request *pulumirpc.ConfigureRequest) (*pulumirpc.ConfigureResponse, error) {
	if err := ownUser(ctx); err != nil {
		return nil, err
	}
	return s.ResourceProviderServer.Configure(ctx, request)
}

// Invoke calls a data source.
func (s *server) Invoke(ctx context.Context, request *pulumirpc.InvokeRequest) (*pulumirpc.InvokeResponse, error) {
	if err := ownUser(ctx); err != nil {
		return nil, err
	}
	return s.ResourceProviderServer.Invoke(ctx, request)
}

// ownUser rejects calls of other users of the machine, which would act with this user's credentials for OCM: the engine connects without any.
func ownUser(ctx context.Context) error {
	if err := localuser.Check(ctx); err != nil {
		return status.Error(codes.PermissionDenied, err.Error())
	}
	return nil
}

// isCluster reports whether a URN is of a cluster. Clusters are read before they are updated: OCM upgrades them and changes their state,
// and RHCS decides by the state in the stack.
func isCluster(urn string) bool {
	return strings.HasPrefix(string(resource.URN(urn).Type()), packageName+":index/clusterRosa")
}

// err returns the error of a resource that exists but is not initialized; nil if it is.
func (o *operation) err(id string, properties, inputs *structpb.Struct) error {
	reasons := o.reasons.list()
	if len(reasons) == 0 {
		return nil
	}
	return rpcerror.WithDetails(rpcerror.New(codes.Unknown, strings.Join(reasons, "; ")), &pulumirpc.ErrorResourceInitFailed{
		Id: id, Properties: properties, Inputs: inputs, Reasons: reasons, RefreshBeforeUpdate: isCluster(o.urn),
	})
}
