package preflight

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/iam"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/request"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// sandboxAccount is the account of the sandbox, which is in names that the program has there.
const sandboxAccount = "123456789012"

// names reports whether the names that the program chooses are free.
func (c *checker) names(ctx context.Context) {
	const name = "names"
	count := 0
	client := iam.NewFromConfig(c.aws)
	for _, role := range c.Program.Roles {
		if slices.Contains(c.Existing.Roles, role) {
			continue
		}
		count++
		role = strings.ReplaceAll(role, sandboxAccount, c.account)
		_, err := client.GetRole(ctx, &iam.GetRoleInput{RoleName: aws.String(role)})
		if err == nil {
			c.add(name, Failed, "the role "+role+" exists", "choose another name or prefix in the program, or aws iam delete-role --role-name "+role)
			return
		}
		if !isCode(err, "NoSuchEntity") {
			c.unread(name, err, "iam:GetRole")
			return
		}
	}
	for _, bucket := range c.Program.Buckets {
		if slices.Contains(c.Existing.Buckets, bucket) {
			continue
		}
		count++
		bucket = strings.ReplaceAll(bucket, sandboxAccount, c.account)
		switch err := c.bucket(ctx, bucket); {
		case err == nil, isStatus(err, http.StatusForbidden), isStatus(err, http.StatusMovedPermanently):
			c.add(name, Failed, "the bucket "+bucket+" exists", "choose another name in the program")
			return
		case !isStatus(err, http.StatusNotFound):
			c.unread(name, err, "s3:GetBucketLocation")
			return
		}
	}
	if count > 0 {
		c.okf(name, "%d names of roles and buckets are free", count)
	}
}

// bucket returns an error if the bucket cannot be read.
func (c *checker) bucket(ctx context.Context, name string) error {
	return (&request.Request{Service: "s3", Region: c.Region, Path: "/" + url.PathEscape(name) + "?location="}).Do(ctx, nil)
}

// hostedZone reports whether the hosted zone of the base domain exists, and whether its parent delegates to it.
func (c *checker) hostedZone(ctx context.Context) {
	const name = "hosted zone"
	if c.File == nil || c.File.Publish == network.Internal {
		return
	}
	id, domain := c.File.Settings["publicZoneId"], c.File.BaseDomain
	region, host := "us-east-1", "route53"
	switch partition.OfRegion(c.Region).ID {
	case "aws-us-gov":
		region, host = "us-gov-west-1", "route53.us-gov"
	case "aws-cn":
		region = "cn-northwest-1"
	}
	var found struct {
		Name    string   `xml:"HostedZone>Name"`
		Private bool     `xml:"HostedZone>Config>PrivateZone"`
		Servers []string `xml:"DelegationSet>NameServers>NameServer"`
	}
	err := (&request.Request{Service: "route53", Region: region, Host: host, Path: "/2013-04-01/hostedzone/" + url.PathEscape(id)}).Do(ctx, &found)
	list := "set settings.publicZoneId: aws route53 list-hosted-zones-by-name --dns-name " + domain
	switch zone := strings.TrimSuffix(found.Name, "."); {
	case isCode(err, "NoSuchHostedZone"):
		c.add(name, Failed, id+" does not exist", list)
	case err != nil:
		c.unread(name, err, "route53:GetHostedZone")
	case zone != domain:
		c.add(name, Failed, fmt.Sprintf("%s is of %s, and the base domain is %s", id, zone, domain), list)
	case found.Private:
		c.add(name, Failed, id+" is private", list)
	default:
		c.okf(name, "%s is of %s", id, domain)
		c.delegation(ctx, domain, found.Servers)
	}
}

// delegation compares the name servers of a domain in the DNS with those of its hosted zone.
func (c *checker) delegation(ctx context.Context, domain string, servers []string) {
	const name = "delegation"
	records, err := c.LookupNS(ctx, domain)
	slices.Sort(servers)
	correct := "set these name servers of " + domain + " at its registrar or in its parent zone: " + strings.Join(servers, ", ")
	if err != nil {
		c.add(name, Failed, "the DNS has no name servers of "+domain+": "+firstLine(err), correct)
		return
	}
	var delegated []string
	for _, record := range records {
		delegated = append(delegated, strings.ToLower(strings.TrimSuffix(record.Host, ".")))
	}
	slices.Sort(delegated)
	if !slices.Equal(delegated, servers) {
		c.add(name, Failed, "the name servers of "+domain+" are "+strings.Join(delegated, ", "), correct)
		return
	}
	c.okf(name, "the name servers of %s are those of the hosted zone", domain)
}

// state reports whether the backend of Pulumi's state and the key of its secrets can be used.
func (c *checker) state(ctx context.Context) {
	const name = "state"
	address, err := url.Parse(c.Backend)
	switch {
	case c.Backend == "" || err != nil:
		c.add(name, Failed, "there is no backend", "pulumi login s3://your-state-bucket")
		return
	case address.Scheme == "s3":
		if err := c.bucket(ctx, address.Host); err != nil {
			if isStatus(err, http.StatusNotFound) {
				c.add(name, Failed, "the bucket "+address.Host+" does not exist", "aws s3 mb s3://"+address.Host+" --region "+c.Region)
			} else {
				c.unread(name, err, "s3:GetBucketLocation")
			}
			return
		}
		c.okf(name, "%s", c.Backend)
	case address.Scheme == "file":
		c.add(name, Unknown, c.Backend+" is on this machine only", "pulumi login s3://your-state-bucket, unless the cluster is a trial")
	default:
		c.okf(name, "%s", c.Backend)
	}
	c.stateKey(ctx)
}

// stateKey reports whether the key of the state's secrets can be used.
func (c *checker) stateKey(ctx context.Context) {
	const name = "key of the state"
	address, found := strings.CutPrefix(c.SecretsProvider, "awskms://")
	if !found {
		if c.SecretsProvider == "" && !strings.HasPrefix(c.Backend, "http") && c.Getenv("PULUMI_CONFIG_PASSPHRASE") == "" &&
			c.Getenv("PULUMI_CONFIG_PASSPHRASE_FILE") == "" {
			c.add(name, Failed, "secrets in the state have neither a key nor a passphrase",
				"export PULUMI_CONFIG_PASSPHRASE_FILE=..., or use a key: pulumi stack init --secrets-provider awskms://alias/pulumi?region="+c.Region)
			return
		}
		c.okf(name, "%s", provider(c.SecretsProvider))
		return
	}
	key, query, _ := strings.Cut(address, "?")
	values, _ := url.ParseQuery(query)
	region := c.Region
	if values.Get("region") != "" {
		region = values.Get("region")
	}
	key = strings.TrimPrefix(key, "/")
	var described struct {
		KeyMetadata struct{ KeyState string }
	}
	err := (&request.Request{
		Service: "kms", Region: region, Target: "TrentService.DescribeKey", JSON: map[string]string{"KeyId": key},
	}).Do(ctx, &described)
	switch state := described.KeyMetadata.KeyState; {
	case isCode(err, "NotFoundException"):
		c.add(name, Failed, key+" is not in "+region, fmt.Sprintf("aws kms create-alias --alias-name %s --region %s --target-key-id "+
			"\"$(aws kms create-key --region %[2]s --query KeyMetadata.KeyId --output text)\"", key, region))
	case err != nil:
		c.unread(name, err, "kms:DescribeKey")
	case state != "Enabled":
		c.add(name, Failed, key+" is "+state, "aws kms enable-key --region "+region+" --key-id "+key)
	default:
		c.okf(name, "%s in %s", key, region)
	}
}

// provider names what encrypts secrets.
func provider(secretsProvider string) string {
	if secretsProvider == "" {
		return "the default of the backend"
	}
	return secretsProvider
}

// installer reports whether openshift-install and the AMI are those of the release, and whether there is a pull secret.
func (c *checker) installer(ctx context.Context) {
	problem := c.FileProblem
	if problem == nil && c.File != nil {
		problem = c.File.Validate()
	}
	switch {
	case problem != nil:
		c.add("description", Failed, strings.ReplaceAll(problem.Error(), "\n", "; "),
			"correct it; the pull secret is on https://console.redhat.com/openshift/install/pull-secret")
		return
	case c.File == nil:
		return
	}
	c.okf("description", "the cluster %s and its pull secret are valid", c.File.Name)
	if c.Installed {
		return
	}
	release, ami, err := c.File.Installer(ctx)
	if err != nil {
		c.add("openshift-install", Failed, firstLine(err), "download it from https://mirror.openshift.com/pub/openshift-v4/clients/ocp/"+c.File.Release)
		return
	}
	c.okf("openshift-install", "release %s", release)
	if c.account != "" {
		c.image(ctx, ami)
	}
}
