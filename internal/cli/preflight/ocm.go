package preflight

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/request"
)

// Addresses of OpenShift Cluster Manager (openshift-online/ocm-sdk-go v0.1.501 connection.go and authentication, DefaultURL,
// DefaultTokenURL and DefaultClientID; read on 2026-11-27).
const (
	ocmURL      = "https://api.openshift.com"
	ocmTokenURL = "https://sso.redhat.com/auth/realms/redhat-external/protocol/openid-connect/token"
	// ocmClient is the client of offline tokens.
	ocmClient = "cloud-services"
)

// ocm is a client of OpenShift Cluster Manager.
type ocm struct{ address, token string }

// ocm reports whether OpenShift Cluster Manager accepts the credentials, and a cluster of the organization in the account.
func (c *checker) ocm(ctx context.Context) {
	const name = "OCM"
	if c.Program.ROSA == nil {
		return
	}
	client, err := c.ocmClient(ctx)
	if err != nil {
		c.add(name, Failed, firstLine(err), "pulumi config set --secret rhcs:token, with the token of https://console.redhat.com/openshift/token, "+
			"or rhcs:clientId and rhcs:clientSecret of a service account")
		return
	}
	var caller struct {
		Username     string
		Organization struct{ ID, Name string }
	}
	if err := client.get(ctx, "/api/accounts_mgmt/v1/current_account", nil, &caller); err != nil {
		c.add(name, Failed, firstLine(err), "rosa login, and pulumi config set --secret rhcs:token")
		return
	}
	c.okf(name, "%s of the organization %s", caller.Username, caller.Organization.Name)
	c.linked(ctx, client, caller.Organization.ID)
	c.billing(ctx, client, caller.Organization.ID)
	c.version(ctx, client)
	c.prefix(ctx, client)
}

// linked reports whether the organization has a role in the account (openshift/rosa pkg/ocm/helpers.go, the label sts_ocm_role).
func (c *checker) linked(ctx context.Context, client *ocm, organization string) {
	const name = "linked organization"
	var label struct{ Value string }
	err := client.get(ctx, "/api/accounts_mgmt/v1/organizations/"+organization+"/labels/sts_ocm_role", nil, &label)
	switch {
	case err != nil && !isStatus(err, http.StatusNotFound):
		c.add(name, Unknown, "cannot be read: "+firstLine(err), "run this command again")
	case c.account == "" || err != nil || !strings.Contains(label.Value, ":"+c.account+":"):
		c.add(name, Failed, "the organization has no role in the account "+c.account, "rosa create ocm-role --mode auto, which links it too")
	default:
		c.okf(name, "%s", label.Value)
	}
}

// marketplaceQuota is the quota with the billing accounts of an organization, and the search for it is that of `rosa` (openshift/rosa
// pkg/ocm/billing.go at 04867d8, ROSAHypershiftQuota and GetBillingAccounts; read on 2026-11-27). An organization has the quota of Classic
// whether it uses ROSA or not, so that there is nothing to check for Classic.
const marketplaceQuota = "cluster|byoc|moa|marketplace"

// billing reports whether the organization has the billing account of a hosted control plane, which links ROSA in the AWS console.
func (c *checker) billing(ctx context.Context, client *ocm, organization string) {
	const name = "billing account"
	if !c.Program.ROSA.Hosted {
		return
	}
	var found struct {
		Items []struct {
			Accounts []struct {
				ID       string `json:"cloud_account_id"`
				Provider string `json:"cloud_provider_id"`
			} `json:"cloud_accounts"`
		}
	}
	query := url.Values{"fetchCloudAccounts": {"true"}, "search": {"quota_id='" + marketplaceQuota + "'"}, "size": {"-1"}}
	if err := client.get(ctx, "/api/accounts_mgmt/v1/organizations/"+organization+"/quota_cost", query, &found); err != nil {
		c.add(name, Unknown, "cannot be read: "+firstLine(err), "run this command again")
		return
	}
	billing := strings.ReplaceAll(cmp.Or(c.Program.ROSA.BillingAccount, c.account), sandboxAccount, c.account)
	for _, item := range found.Items {
		for _, account := range item.Accounts {
			if account.Provider == "aws" && account.ID == billing {
				c.okf(name, "%s", billing)
				return
			}
		}
	}
	c.add(name, Failed, billing+" is not linked to the organization", "enable ROSA with it: https://console.aws.amazon.com/rosa/home")
}

// version reports whether the channel has the release, whose ID is that of openshift/rosa pkg/ocm/versions.go at 061166b, CreateVersionID.
func (c *checker) version(ctx context.Context, client *ocm) {
	const name = "release"
	requested := c.Program.ROSA
	list := "rosa list versions --channel-group " + requested.ChannelGroup
	if requested.Hosted {
		list += " --hosted-cp"
	}
	id := "openshift-v" + requested.Version
	if requested.ChannelGroup != "stable" {
		id += "-" + requested.ChannelGroup
	}
	var found struct {
		Enabled bool
		ROSA    bool `json:"rosa_enabled"`
		Hosted  bool `json:"hosted_control_plane_enabled"`
	}
	err := client.get(ctx, "/api/clusters_mgmt/v1/versions/"+id, nil, &found)
	switch {
	case err != nil && !isStatus(err, http.StatusNotFound):
		c.add(name, Unknown, "cannot be read: "+firstLine(err), "run this command again")
	case err != nil || !found.Enabled || !found.ROSA || requested.Hosted && !found.Hosted:
		c.add(name, Failed, fmt.Sprintf("%s is not in the channel group %s", requested.Version, requested.ChannelGroup),
			"set a release of: "+list)
	default:
		c.okf(name, "%s of the channel group %s", requested.Version, requested.ChannelGroup)
	}
}

// prefix reports whether the names of the cluster are free.
func (c *checker) prefix(ctx context.Context, client *ocm) {
	const name = "name and domain prefix"
	requested := c.Program.ROSA
	if c.Existing.ROSA != nil && c.Existing.ROSA.Name == requested.Name {
		return
	}
	var found struct{ Total int }
	query := url.Values{"search": {fmt.Sprintf("name = '%s' or domain_prefix = '%s'", requested.Name, requested.DomainPrefix)}}
	switch err := client.get(ctx, "/api/clusters_mgmt/v1/clusters", query, &found); {
	case err != nil:
		c.add(name, Unknown, "cannot be read: "+firstLine(err), "run this command again")
	case found.Total > 0:
		c.add(name, Failed, "a cluster of the organization has the name or the domain prefix "+requested.DomainPrefix,
			"set another Name or DomainPrefix in the program: rosa list clusters")
	default:
		c.okf(name, "%s", requested.DomainPrefix)
	}
}

// setting returns a setting of the RHCS provider: of the stack, or of the environment.
func (c *checker) setting(key, variable string) string {
	return cmp.Or(c.Settings["rhcs:"+key], c.Getenv(variable))
}

// ocmClient returns a client with an access token.
func (c *checker) ocmClient(ctx context.Context) (*ocm, error) {
	client := &ocm{
		address: strings.TrimSuffix(cmp.Or(c.setting("url", "RHCS_URL"), ocmURL), "/"), token: c.setting("token", "RHCS_TOKEN"),
	}
	var form url.Values
	switch id := c.setting("clientId", "RHCS_CLIENT_ID"); {
	case id != "":
		form = url.Values{"grant_type": {"client_credentials"}, "client_id": {id}, "client_secret": {c.setting("clientSecret", "RHCS_CLIENT_SECRET")}}
	case client.token == "":
		return nil, errors.New("there is no token of OpenShift Cluster Manager")
	case isRefreshToken(client.token):
		form = url.Values{"grant_type": {"refresh_token"}, "client_id": {ocmClient}, "refresh_token": {client.token}}
	default:
		return client, nil
	}
	address := cmp.Or(c.setting("tokenUrl", "RHCS_TOKEN_URL"), ocmTokenURL)
	post, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader(form.Encode()))
	if err != nil {
		return nil, err
	}
	post.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	var answer struct {
		Token string `json:"access_token"`
	}
	if err := send(post, &answer); err != nil {
		return nil, err
	}
	client.token = answer.Token
	return client, nil
}

// isRefreshToken reports whether a token is one with which access tokens are requested: its claim typ is Refresh or Offline.
func isRefreshToken(token string) bool {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return false
	}
	text, err := base64.RawURLEncoding.DecodeString(parts[1])
	var claims struct {
		Type string `json:"typ"`
	}
	return err == nil && json.Unmarshal(text, &claims) == nil && (claims.Type == "Refresh" || claims.Type == "Offline")
}

// get reads an object of the API.
func (o *ocm) get(ctx context.Context, path string, query url.Values, into any) error {
	get, err := http.NewRequestWithContext(ctx, http.MethodGet, o.address+path+"?"+query.Encode(), http.NoBody)
	if err != nil {
		return err
	}
	get.Header.Set("Authorization", "Bearer "+o.token)
	return send(get, into)
}

// send sends a request, and decodes the answer.
func send(r *http.Request, into any) error {
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	const limit = 1 << 20
	text, err := io.ReadAll(io.LimitReader(response.Body, limit))
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		const shown = 200
		return &request.Error{
			Service: "OCM", Action: r.URL.Path, Status: response.Status, Text: string(text[:min(len(text), shown)]),
		}
	}
	return json.Unmarshal(text, into)
}
