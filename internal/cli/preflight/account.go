package preflight

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/iam"
	"github.com/aws/aws-sdk-go-v2/service/sts"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/request"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/counts"
)

// allowedAccounts is the setting of the AWS provider with the accounts in which it works, a JSON list.
const allowedAccounts = "aws:allowedAccountIds"

// identity reports whose the credentials are, and whether there are any.
func (c *checker) identity(ctx context.Context) bool {
	const name = "identity"
	settings, err := config.LoadDefaultConfig(ctx, config.WithRegion(c.Region))
	if err == nil {
		c.aws = settings
		var found *sts.GetCallerIdentityOutput
		if found, err = sts.NewFromConfig(settings).GetCallerIdentity(ctx, &sts.GetCallerIdentityInput{}); err == nil {
			c.account, c.principal = aws.ToString(found.Account), aws.ToString(found.Arn)
		}
	}
	if err != nil {
		c.add(name, Failed, "AWS does not accept the credentials: "+firstLine(err), "aws sso login, or aws configure")
		return false
	}
	if allowed := c.Settings[allowedAccounts]; allowed != "" && allowed != "[]" && !strings.Contains(allowed, c.account) {
		c.add(name, Failed, fmt.Sprintf("%s of account %s, and the stack is for the accounts %s", c.principal, c.account, allowed),
			"export AWS_PROFILE=... of that account")
		return false
	}
	c.okf(name, "%s of account %s", c.principal, c.account)
	return true
}

// session compares the end of the credentials with the end of the creation.
func (c *checker) session(ctx context.Context) {
	const name = "session"
	if c.Installed {
		return
	}
	credentials, err := c.aws.Credentials.Retrieve(ctx)
	if err != nil {
		c.unread(name, err, "the credentials")
		return
	}
	need := counts.Expected(c.Program.Kind)
	expires := credentials.Expires
	switch {
	case credentials.CanExpire:
		c.okf(name, "%s renews the credentials", credentials.Source)
		return
	case credentials.SessionToken == "":
		c.okf(name, "the credentials do not end")
		return
	}
	const renew = "aws sso login, and use a profile (AWS_PROFILE), which renews its credentials"
	if text := c.Getenv("AWS_CREDENTIAL_EXPIRATION"); text != "" {
		expires, err = time.Parse(time.RFC3339, text)
	}
	switch left := expires.Sub(c.Now()).Round(time.Minute); {
	case expires.IsZero() || err != nil:
		c.add(name, Unknown, fmt.Sprintf("the end of the session is not known, and the creation takes up to %s", need),
			`eval "$(aws configure export-credentials --format env)"`)
	case left < need:
		c.add(name, Failed, fmt.Sprintf("the session ends in %s, and the creation takes up to %s", left, need), renew)
	default:
		c.okf(name, "the session ends in %s, and the creation takes up to %s", left, need)
	}
}

// ec2 calls an action of EC2 that describes something.
func (c *checker) ec2(ctx context.Context, action string, values []string, into any) error {
	form := url.Values{"Action": {action}, "Version": {"2016-11-15"}}
	for pair := range slices.Chunk(values, 2) {
		form.Set(pair[0], pair[1])
	}
	return (&request.Request{Service: "ec2", Region: c.Region, Form: form}).Do(ctx, into)
}

// zones are the zones of the cluster.
func (c *checker) zones() []string {
	if c.File != nil {
		return c.File.Zones
	}
	return c.Program.Zones
}

// regionAndZones reports whether the account can use the region and its zones.
func (c *checker) regionAndZones(ctx context.Context) {
	const name, action = "zones", "DescribeAvailabilityZones"
	var found struct {
		Zones []struct {
			Name  string `xml:"zoneName"`
			State string `xml:"zoneState"`
		} `xml:"availabilityZoneInfo>item"`
	}
	if err := c.ec2(ctx, action, nil, &found); err != nil {
		if isCode(err, "AuthFailure", "OptInRequired", "InvalidClientTokenId") {
			c.add(name, Failed, c.Region+" is not enabled in the account", "aws account enable-region --region-name "+c.Region)
			return
		}
		c.unread(name, err, "ec2:"+action)
		return
	}
	var available []string
	for _, zone := range found.Zones {
		if zone.State == "available" {
			available = append(available, zone.Name)
		}
	}
	for _, zone := range c.zones() {
		if !slices.Contains(available, zone) {
			c.add(name, Failed, fmt.Sprintf("%s is not available in %s, which has %s", zone, c.Region, strings.Join(available, ", ")),
				"set zones of the account: aws ec2 describe-availability-zones --region "+c.Region)
			return
		}
	}
	c.okf(name, "%s has %s", c.Region, strings.Join(available, ", "))
}

func (c *checker) image(ctx context.Context, id string) {
	const name, action = "AMI", "DescribeImages"
	var found struct {
		Images []struct {
			State string `xml:"imageState"`
		} `xml:"imagesSet>item"`
	}
	command := "aws ec2 describe-images --region " + c.Region + " --image-ids " + id
	switch err := c.ec2(ctx, action, []string{"ImageId.1", id}, &found); {
	case err != nil && !isCode(err, "InvalidAMIID.NotFound", "InvalidAMIID.Unavailable"):
		c.unread(name, err, "ec2:"+action)
	case err != nil || len(found.Images) == 0 || found.Images[0].State != "available":
		c.add(name, Failed, id+" is not in "+c.Region, command)
	default:
		c.okf(name, "%s", id)
	}
}

// instanceTypes reports whether each zone has the instance types.
func (c *checker) instanceTypes(ctx context.Context) {
	const name, action = "instance types", "DescribeInstanceTypeOfferings"
	types := c.types()
	if len(types) == 0 {
		return
	}
	values := []string{"LocationType", "availability-zone", "Filter.1.Name", "instance-type"}
	for i, kind := range types {
		values = append(values, fmt.Sprintf("Filter.1.Value.%d", i+1), kind)
	}
	type offering struct {
		Type string `xml:"instanceType"`
		Zone string `xml:"location"`
	}
	var found struct {
		Offerings []offering `xml:"instanceTypeOfferingSet>item"`
	}
	if err := c.ec2(ctx, action, values, &found); err != nil {
		c.unread(name, err, "ec2:"+action)
		return
	}
	var missing []string
	for _, kind := range types {
		for _, zone := range c.zones() {
			if !slices.Contains(found.Offerings, offering{kind, zone}) {
				missing = append(missing, kind+" in "+zone)
			}
		}
	}
	if len(missing) > 0 {
		c.add(name, Failed, "AWS has no "+strings.Join(missing, ", "),
			"set other types, or other zones: aws ec2 describe-instance-type-offerings --location-type availability-zone --region "+c.Region)
		return
	}
	c.okf(name, "%s", strings.Join(types, ", "))
}

// types are the instance types of the program, sorted.
func (c *checker) types() []string {
	types := maps.Clone(c.Program.Instances)
	if types == nil {
		types = map[string]int{}
	}
	maps.Copy(types, c.Program.Spot)
	return slices.Sorted(maps.Keys(types))
}

// serviceLinkedRoles reports whether the services have their roles.
func (c *checker) serviceLinkedRoles(ctx context.Context) {
	const name = "service-linked roles"
	roles := map[string]string{"AWSServiceRoleForElasticLoadBalancing": "elasticloadbalancing.amazonaws.com"}
	if c.Program.AutoScalingGroups > 0 {
		roles["AWSServiceRoleForAutoScaling"] = "autoscaling.amazonaws.com"
	}
	if len(c.Program.Spot) > 0 {
		roles["AWSServiceRoleForEC2Spot"] = "spot.amazonaws.com"
	}
	client := iam.NewFromConfig(c.aws)
	for _, role := range slices.Sorted(maps.Keys(roles)) {
		_, err := client.GetRole(ctx, &iam.GetRoleInput{RoleName: aws.String(role)})
		switch {
		case isCode(err, "NoSuchEntity"):
			c.add(name, Failed, role+" is missing", "aws iam create-service-linked-role --aws-service-name "+roles[role])
		case err != nil:
			c.unread(name, err, "iam:GetRole")
		default:
			c.okf(name, "%s", role)
		}
	}
}
