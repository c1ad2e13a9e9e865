package approver_test

import (
	"cmp"
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// instance is an EC2 instance in the response of DescribeInstances.
type instance struct {
	id, name, state, zone string
	launched              time.Time
	// attached is when the primary network interface was attached; zero for none.
	attached             time.Time
	tags                 map[string]string
	addresses            []string
	publicIP, publicName string
	ipv6                 string
	vpc, profile         string
	// lifecycle is its state in Auto Scaling, empty for InService, and group the group that Auto Scaling returns, empty for that of the
	// tag.
	lifecycle, group string
}

// unknown is the state of an instance that is in no Auto Scaling group any more.
const unknown = "unknown"

// autoscaling returns the states of the instances of a request, at most 50 as AWS does, and of no others.
func (s *scenario) autoscaling(t *testing.T, w http.ResponseWriter, r *http.Request) {
	assert.Equal(t, "2011-01-01", r.Form.Get("Version"))
	assert.Contains(t, r.Header.Get("Authorization"), "/us-east-2/autoscaling/aws4_request")
	if s.unavailable {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	var ids []string
	for number := 1; r.Form.Has(fmt.Sprintf("InstanceIds.member.%d", number)); number++ {
		ids = append(ids, r.Form.Get(fmt.Sprintf("InstanceIds.member.%d", number)))
	}
	assert.Len(t, r.PostForm, len(ids)+2)
	assert.NotEmpty(t, ids, "without IDs, AWS returns all instances of the account")
	assert.LessOrEqual(t, len(ids), 50)
	s.mutex.Lock()
	s.described = append(s.described, ids)
	s.mutex.Unlock()
	var members strings.Builder
	for _, m := range s.instances {
		if slices.Contains(ids, m.id) && m.lifecycle != unknown {
			fmt.Fprintf(&members, "<member><InstanceId>%s</InstanceId><AutoScalingGroupName>%s</AutoScalingGroupName>"+
				"<LifecycleState>%s</LifecycleState></member>",
				m.id, cmp.Or(m.group, m.tags["aws:autoscaling:groupName"]), cmp.Or(m.lifecycle, "InService"))
		}
	}
	fmt.Fprintf(w, `<DescribeAutoScalingInstancesResponse xmlns="http://autoscaling.amazonaws.com/doc/2011-01-01/">`+
		`<DescribeAutoScalingInstancesResult><AutoScalingInstances>%s</AutoScalingInstances></DescribeAutoScalingInstancesResult>`+
		`</DescribeAutoScalingInstancesResponse>`, members.String())
}

// aws serves EC2, which returns all instances in two pages, whatever the filters: the approver must not rely on them.
func (s *scenario) aws(t *testing.T) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		assert.NoError(t, r.ParseForm())
		if r.Form.Get("Action") == "DescribeAutoScalingInstances" {
			s.autoscaling(t, w, r)
			return
		}
		assert.Equal(t, "DescribeInstances", r.Form.Get("Action"))
		assert.Contains(t, r.Header.Get("Authorization"), "Credential=AKID/")
		assert.Equal(t, "session", r.Header.Get("X-Amz-Security-Token"))
		s.mutex.Lock()
		s.filters = r.PostForm
		s.mutex.Unlock()
		half := len(s.instances) / 2
		page, next := s.instances[half:], ""
		if half > 0 && r.Form.Get("NextToken") == "" {
			page, next = s.instances[:half], "<nextToken>half</nextToken>"
		}
		var items strings.Builder
		for _, m := range page {
			items.WriteString(m.xml())
		}
		fmt.Fprintf(w, `<DescribeInstancesResponse xmlns="http://ec2.amazonaws.com/doc/2016-11-15/">`+
			`<reservationSet><item><instancesSet>%s</instancesSet></item></reservationSet>%s</DescribeInstancesResponse>`, items.String(), next)
	})
}

func (m instance) xml() string {
	var tags, addresses strings.Builder
	for key, value := range m.tags {
		fmt.Fprintf(&tags, "<item><key>%s</key><value>%s</value></item>", key, value)
	}
	for _, address := range m.addresses {
		fmt.Fprintf(&addresses, "<item><privateIpAddress>%s</privateIpAddress></item>", address)
	}
	attachment := ""
	if !m.attached.IsZero() {
		attachment = fmt.Sprintf("<attachment><deviceIndex>0</deviceIndex><attachTime>%s</attachTime></attachment>",
			m.attached.UTC().Format("2006-01-02T15:04:05.000Z"))
	}
	profile := ""
	if m.profile != "" {
		profile = fmt.Sprintf("<iamInstanceProfile><arn>%s</arn></iamInstanceProfile>", m.profile)
	}
	return fmt.Sprintf(
		`<item><instanceId>%s</instanceId><instanceState><code>16</code><name>%s</name></instanceState>
<privateDnsName>%s</privateDnsName><dnsName>%s</dnsName><privateIpAddress>%s</privateIpAddress><ipAddress>%s</ipAddress>
<vpcId>%s</vpcId>%s
<launchTime>%s</launchTime><placement><availabilityZone>%s</availabilityZone></placement><tagSet>%s</tagSet>
<networkInterfaceSet><item>%s<privateIpAddressesSet>%s</privateIpAddressesSet>
<ipv6AddressesSet><item><ipv6Address>%s</ipv6Address></item></ipv6AddressesSet></item></networkInterfaceSet></item>`,
		m.id,
		m.state,
		m.name,
		m.publicName,
		m.addresses[0],
		m.publicIP,
		m.vpc,
		profile,
		m.launched.UTC().Format("2006-01-02T15:04:05.000Z"),
		m.zone,
		tags.String(),
		attachment,
		addresses.String(),
		m.ipv6,
	)
}

// instanceMetadata serves IMDSv2: it rejects requests without a token.
func instanceMetadata(t *testing.T) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/latest/api/token" {
			assert.Equal(t, http.MethodPut, r.Method)
			assert.NotEmpty(t, r.Header.Get("X-Aws-Ec2-Metadata-Token-Ttl-Seconds"))
			fmt.Fprint(w, "metadata-token")
			return
		}
		assert.Equal(t, "metadata-token", r.Header.Get("X-Aws-Ec2-Metadata-Token"))
		if path.Base(r.URL.Path) != "demo-control-plane" {
			fmt.Fprint(w, "demo-control-plane")
			return
		}
		reply(t, w, http.StatusOK, map[string]any{
			"Code": "Success", "AccessKeyId": "AKID", "SecretAccessKey": "secret", "Token": "session",
			"Expiration": time.Now().Add(6 * time.Hour).UTC().Format(time.RFC3339),
		})
	})
}
