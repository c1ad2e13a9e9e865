// Package accounttest is a fake of an AWS account, and of an organization in OpenShift Cluster Manager, for tests of what only reads them.
package accounttest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
)

// Answer is an answer of a service.
type Answer struct {
	status int
	body   string
}

// Services are the answers of AWS and OCM by their operations: DescribeVpcs, GET /path, or the target of a JSON API. The longest key
// that is the beginning of an operation counts.
type Services struct {
	// URL is the address of all of them.
	URL string
	// Answers can be changed before a request.
	Answers map[string]Answer
	// Forms are the forms of the requests so far.
	Forms []url.Values

	mutex sync.Mutex
}

// Status is an answer with an HTTP status.
func Status(status int, body string) Answer { return Answer{status, body} }

// OK is an answer with a body in XML or JSON.
func OK(body string) Answer { return Answer{http.StatusOK, body} }

// EC2Items is the answer of an action of EC2 with a list.
func EC2Items(list string, items ...string) Answer {
	var body strings.Builder
	for _, item := range items {
		body.WriteString("<item>" + item + "</item>")
	}
	return OK("<Response><" + list + ">" + body.String() + "</" + list + "></Response>")
}

// Rejected is an error of a query API of AWS.
func Rejected(code string) Answer {
	return Answer{http.StatusForbidden, "<ErrorResponse><Error><Code>" + code + "</Code><Message>no</Message></Error></ErrorResponse>"}
}

// Role is the answer of iam:GetRole.
func Role(name string) Answer {
	return OK("<GetRoleResponse><GetRoleResult><Role><RoleName>" + name + "</RoleName><Arn>arn:aws:iam::111122223333:role/teams/" + name +
		"</Arn></Role></GetRoleResult></GetRoleResponse>")
}

// NoRole is the answer of iam:GetRole about a role that does not exist.
var NoRole = Answer{http.StatusNotFound, "<ErrorResponse><Error><Code>NoSuchEntity</Code></Error></ErrorResponse>"}

// Decision is the answer of iam:SimulatePrincipalPolicy.
func Decision(action, decision string) Answer {
	return OK(fmt.Sprintf("<R><SimulatePrincipalPolicyResult><IsTruncated>false</IsTruncated><EvaluationResults><member><EvalActionName>%s"+
		"</EvalActionName><EvalDecision>%s</EvalDecision></member></EvaluationResults></SimulatePrincipalPolicyResult></R>", action, decision))
}

// HostedZone is the answer of route53:GetHostedZone about a public zone.
func HostedZone(domain string, servers ...string) Answer {
	return OK("<R><HostedZone><Name>" + domain + ".</Name><Config><PrivateZone>false</PrivateZone></Config></HostedZone>" +
		"<DelegationSet><NameServers><NameServer>" + strings.Join(servers, "</NameServer><NameServer>") +
		"</NameServer></NameServers></DelegationSet></R>")
}

// Start starts services in which everything is ok.
func Start(t *testing.T) *Services {
	t.Helper()
	s := &Services{Answers: map[string]Answer{
		"GetCallerIdentity": OK("<R><GetCallerIdentityResult><Account>111122223333</Account>" +
			"<Arn>arn:aws:sts::111122223333:assumed-role/provisioner/me</Arn></GetCallerIdentityResult></R>"),
		"GetRole provisioner":       Role("provisioner"),
		"GetRole AWSServiceRoleFor": Role("AWSServiceRole"),
		"GetRole shop-":             NoRole,
		"SimulatePrincipalPolicy":   Decision("ec2:CreateVpc", "allowed"),
		"DescribeAvailabilityZones": EC2Items("availabilityZoneInfo", "<zoneName>us-east-2a</zoneName><zoneState>available</zoneState>"),
		"DescribeImages":            EC2Items("imagesSet", "<imageState>available</imageState>"),
		"DescribeInstanceTypeOfferings": EC2Items("instanceTypeOfferingSet",
			"<instanceType>m5.xlarge</instanceType><location>us-east-2a</location>"),
		"DescribeInstanceTypes": EC2Items("instanceTypeSet",
			"<instanceType>m5.xlarge</instanceType><vCpuInfo><defaultVCpus>4</defaultVCpus></vCpuInfo>"),
		"DescribeInstances": EC2Items("reservationSet", "<instancesSet><item><instanceType>t3.micro</instanceType>"+
			"<cpuOptions><coreCount>1</coreCount><threadsPerCore>2</threadsPerCore></cpuOptions></item></instancesSet>"),
		"DescribeVpcs":        EC2Items("vpcSet", "<vpcId>vpc-0</vpcId>"),
		"DescribeAddresses":   EC2Items("addressesSet"),
		"DescribeNatGateways": EC2Items("natGatewaySet", "<subnetId>subnet-0</subnetId>"),
		"DescribeSubnets":     EC2Items("subnetSet", "<subnetId>subnet-0</subnetId><availabilityZone>us-east-2a</availabilityZone>"),
		"DescribeLoadBalancers": OK("<R><DescribeLoadBalancersResult><LoadBalancers><member><Type>network</Type></member>" +
			"<member><Type>application</Type></member></LoadBalancers></DescribeLoadBalancersResult></R>"),
		"ServiceQuotasV20190624.GetServiceQuota": OK(`{"Quota": {"Value": 40}}`),
		"TrentService.DescribeKey":               OK(`{"KeyMetadata": {"KeyState": "Enabled"}}`),
		"GET /?":                                 OK("<R><Buckets><Bucket><Name>state</Name></Bucket></Buckets></R>"),
		"GET /state?location":                    OK("<R/>"),
		"GET /shop-":                             {http.StatusNotFound, "<Error><Code>NoSuchBucket</Code></Error>"},
		"GET /2013-04-01/hostedzone/Z1":          HostedZone("example.com", "ns-2.awsdns.com", "ns-1.awsdns.com"),
		"POST /token":                            OK(`{"access_token": "access"}`),
		"GET /api/accounts_mgmt/v1/current_account": OK(
			`{"username": "ann", "organization": {"id": "o1", "name": "Shop"}}`),
		"GET /api/accounts_mgmt/v1/organizations/o1/labels/sts_ocm_role": OK(`{"value": "arn:aws:iam::111122223333:role/OCM-Role"}`),
		"GET /api/accounts_mgmt/v1/organizations/o1/quota_cost": OK(
			`{"items": [{"quota_id": "cluster|byoc|moa|marketplace", "cloud_accounts": [` +
				`{"cloud_provider_id": "aws", "cloud_account_id": "111122223333"}]}]}`),
		"GET /api/clusters_mgmt/v1/versions/openshift-v4.20.4": OK(
			`{"enabled": true, "rosa_enabled": true, "hosted_control_plane_enabled": true}`),
		"GET /api/clusters_mgmt/v1/clusters": OK(`{"total": 0}`),
	}}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	s.URL = server.URL
	return s
}

// Environment are the variables with which a process uses the services.
func (s *Services) Environment() map[string]string {
	return map[string]string{
		"AWS_ENDPOINT_URL": s.URL, "AWS_ACCESS_KEY_ID": "AKIAIOSFODNN7EXAMPLE", "AWS_SECRET_ACCESS_KEY": "wJalrXUtnFEMI",
		"AWS_SESSION_TOKEN": "session", "AWS_EC2_METADATA_DISABLED": "true", "AWS_MAX_ATTEMPTS": "1",
		"AWS_CA_BUNDLE": "", // would be parsed in each request
		"RHCS_URL":      s.URL, "RHCS_TOKEN_URL": s.URL + "/token", "RHCS_TOKEN": "token",
	}
}

// ServeHTTP implements http.Handler.
func (s *Services) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_ = r.ParseForm()
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.Forms = append(s.Forms, r.PostForm)
	operation := r.Method + " " + r.URL.RequestURI()
	switch {
	case r.Header.Get("X-Amz-Target") != "":
		operation = r.Header.Get("X-Amz-Target")
	case r.PostForm.Get("Action") != "":
		operation = strings.TrimSpace(r.PostForm.Get("Action") + " " + r.PostForm.Get("RoleName"))
	case r.URL.Path == "/":
		operation = r.Method + " /?"
	}
	longest := ""
	for key := range s.Answers {
		if strings.HasPrefix(operation, key) && len(key) > len(longest) {
			longest = key
		}
	}
	found, known := s.Answers[longest]
	if !known {
		found = Status(http.StatusNotImplemented, operation)
	}
	w.WriteHeader(found.status)
	fmt.Fprint(w, found.body)
}
