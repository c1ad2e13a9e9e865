package main

import (
	"context"
	"crypto/x509"
	"fmt"
	"os"

	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/types"
	sdk "github.com/openshift-online/ocm-sdk-go"
	clusters "github.com/openshift-online/ocm-sdk-go/clustersmgmt/v1"
	"github.com/terraform-redhat/terraform-provider-rhcs/build"
	"github.com/terraform-redhat/terraform-provider-rhcs/logging"
	rhcs "github.com/terraform-redhat/terraform-provider-rhcs/provider"
	"github.com/terraform-redhat/terraform-provider-rhcs/provider/clusterrosa/common"

	release "github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// OCM records the release of RHCS with each cluster, which the linker sets in Red Hat's binaries.
func init() {
	build.Version = release.DefaultVersion
	common.OCMProperties[common.PropertyRosaTfVersion] = release.DefaultVersion
}

func newRHCS() *rhcs.Provider { return &rhcs.Provider{} }

// configured is RHCS with a connection to OCM that has the transport of this plugin.
type configured struct {
	*rhcs.Provider

	connection *sdk.Connection
}

// Configure makes the connection from the same settings as RHCS does (terraform-provider-rhcs v1.7.7 provider/provider.go, Configure):
// RHCS has no way to wrap the transport of its own. Compare both when RHCS is updated.
func (c *configured) Configure(ctx context.Context, request provider.ConfigureRequest, response *provider.ConfigureResponse) {
	var config rhcs.Config
	response.Diagnostics.Append(request.Config.Get(ctx, &config)...)
	if response.Diagnostics.HasError() {
		return
	}
	builder := sdk.NewConnectionBuilder().Logger(logging.New()).Agent(fmt.Sprintf("OCM-TF/%s-%s", build.Version, build.Commit)).
		TransportWrapper(wrapTransport)
	set(config.URL, "URL", func(value string) { builder.URL(value) })
	set(config.TokenURL, "TOKEN_URL", func(value string) { builder.TokenURL(value) })
	set(config.Token, "TOKEN", func(value string) { builder.Tokens(value) })
	set(config.RefreshToken, "REFRESH_TOKEN", func(value string) { builder.Tokens(value) })
	secret := ""
	set(config.ClientSecret, "CLIENT_SECRET", func(value string) { secret = value })
	set(config.ClientID, "CLIENT_ID", func(value string) { builder.Client(value, secret) })
	set(config.TrustedCAs, "TRUSTED_CAS", func(value string) {
		pool := x509.NewCertPool()
		if !pool.AppendCertsFromPEM([]byte(value)) {
			response.Diagnostics.AddError("the value of 'trusted_cas' doesn't contain any certificate", "")
		}
		builder.TrustedCAs(pool)
	})
	if !config.Insecure.IsNull() {
		builder.Insecure(config.Insecure.ValueBool())
	}
	if response.Diagnostics.HasError() {
		return
	}
	connection, err := builder.BuildContext(ctx)
	if err != nil {
		response.Diagnostics.AddError(err.Error(), "")
		return
	}
	c.connection, response.DataSourceData, response.ResourceData = connection, connection, connection
}

// set passes a setting, or otherwise the variable of the environment, to a function.
func set(setting types.String, variable string, use func(string)) {
	if !setting.IsNull() {
		use(setting.ValueString())
	} else if value, ok := os.LookupEnv("RHCS_" + variable); ok {
		use(value)
	}
}

// clusters are OCM's clusters.
func (c *configured) clusters() *clusters.ClustersClient {
	return c.connection.ClustersMgmt().V1().Clusters()
}

// cluster reads a cluster.
func (c *configured) cluster(ctx context.Context, id string) (*clusters.Cluster, error) {
	response, err := c.clusters().Cluster(id).Get().SendContext(ctx)
	if err != nil {
		return nil, err
	}
	return response.Body(), nil
}

// begun returns the ID of the cluster that an interrupted creation of a resource has requested, "" if there is none. Such a cluster
// has the resource's mark.
func (c *configured) begun(ctx context.Context, name string) (string, error) {
	mark := operationOf(ctx).mark()
	if mark == "" {
		return "", nil
	}
	found, err := c.clusters().List().Search(fmt.Sprintf("name = '%s'", name)).Size(100).SendContext(ctx)
	if err != nil {
		return "", err
	}
	id := ""
	found.Items().Each(func(cluster *clusters.Cluster) bool {
		if cluster.Name() == name && cluster.State() != clusters.ClusterStateUninstalling && operationOf(ctx).marked.has(cluster.ID()) {
			id = cluster.ID()
		}
		return id == ""
	})
	return id, nil
}
