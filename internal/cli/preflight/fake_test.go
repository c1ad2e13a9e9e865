package preflight

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
)

// answer is an answer of a service.
type answer struct {
	status int
	body   string
}

// services are the answers of AWS and OCM by their operations: DescribeVpcs, GET /path, or the target of a JSON API. The longest key
// that is the beginning of an operation counts.
type services struct {
	mutex   sync.Mutex
	answers map[string]answer
	forms   []url.Values
}

// ok is an answer with a body in XML or JSON.
func ok(body string) answer { return answer{http.StatusOK, body} }

// ec2Items is the answer of an action of EC2 with a list.
func ec2Items(list string, items ...string) answer {
	var body strings.Builder
	for _, item := range items {
		body.WriteString("<item>" + item + "</item>")
	}
	return ok("<Response><" + list + ">" + body.String() + "</" + list + "></Response>")
}

// rejected is an error of a query API of AWS.
func rejected(code string) answer {
	return answer{http.StatusForbidden, "<ErrorResponse><Error><Code>" + code + "</Code><Message>no</Message></Error></ErrorResponse>"}
}

// role is the answer of iam:GetRole.
func role(name string) answer {
	return ok("<GetRoleResponse><GetRoleResult><Role><RoleName>" + name + "</RoleName><Arn>arn:aws:iam::111122223333:role/teams/" + name +
		"</Arn></Role></GetRoleResult></GetRoleResponse>")
}

// noRole is the answer of iam:GetRole about a role that does not exist.
var noRole = answer{http.StatusNotFound, "<ErrorResponse><Error><Code>NoSuchEntity</Code></Error></ErrorResponse>"}

// decision is the answer of iam:SimulatePrincipalPolicy.
func decision(action, decision string) answer {
	return ok(fmt.Sprintf("<R><SimulatePrincipalPolicyResult><IsTruncated>false</IsTruncated><EvaluationResults><member><EvalActionName>%s"+
		"</EvalActionName><EvalDecision>%s</EvalDecision></member></EvaluationResults></SimulatePrincipalPolicyResult></R>", action, decision))
}

// newServices starts services in which everything is ok. Tests change the answers.
func newServices(t *testing.T) *services {
	t.Helper()
	s := &services{answers: map[string]answer{
		"GetCallerIdentity": ok("<R><GetCallerIdentityResult><Account>111122223333</Account>" +
			"<Arn>arn:aws:sts::111122223333:assumed-role/provisioner/me</Arn></GetCallerIdentityResult></R>"),
		"GetRole provisioner":       role("provisioner"),
		"GetRole AWSServiceRoleFor": role("AWSServiceRole"),
		"GetRole shop-":             noRole,
		"SimulatePrincipalPolicy":   decision("ec2:CreateVpc", "allowed"),
		"DescribeAvailabilityZones": ec2Items("availabilityZoneInfo", "<zoneName>us-east-2a</zoneName><zoneState>available</zoneState>"),
		"DescribeImages":            ec2Items("imagesSet", "<imageState>available</imageState>"),
		"DescribeInstanceTypeOfferings": ec2Items("instanceTypeOfferingSet",
			"<instanceType>m5.xlarge</instanceType><location>us-east-2a</location>"),
		"DescribeInstanceTypes": ec2Items("instanceTypeSet",
			"<instanceType>m5.xlarge</instanceType><vCpuInfo><defaultVCpus>4</defaultVCpus></vCpuInfo>"),
		"DescribeInstances": ec2Items("reservationSet", "<instancesSet><item><instanceType>t3.micro</instanceType>"+
			"<cpuOptions><coreCount>1</coreCount><threadsPerCore>2</threadsPerCore></cpuOptions></item></instancesSet>"),
		"DescribeVpcs":        ec2Items("vpcSet", "<vpcId>vpc-0</vpcId>"),
		"DescribeAddresses":   ec2Items("addressesSet"),
		"DescribeNatGateways": ec2Items("natGatewaySet", "<subnetId>subnet-0</subnetId>"),
		"DescribeSubnets":     ec2Items("subnetSet", "<subnetId>subnet-0</subnetId><availabilityZone>us-east-2a</availabilityZone>"),
		"DescribeLoadBalancers": ok("<R><DescribeLoadBalancersResult><LoadBalancers><member><Type>network</Type></member>" +
			"<member><Type>application</Type></member></LoadBalancers></DescribeLoadBalancersResult></R>"),
		"ServiceQuotasV20190624.GetServiceQuota": ok(`{"Quota": {"Value": 40}}`),
		"TrentService.DescribeKey":               ok(`{"KeyMetadata": {"KeyState": "Enabled"}}`),
		"GET /?":                                 ok("<R><Buckets><Bucket><Name>state</Name></Bucket></Buckets></R>"),
		"GET /state?location":                    ok("<R/>"),
		"GET /shop-":                             {http.StatusNotFound, "<Error><Code>NoSuchBucket</Code></Error>"},
		"GET /2013-04-01/hostedzone/Z1": ok("<R><HostedZone><Name>example.com.</Name>" +
			"<Config><PrivateZone>false</PrivateZone></Config></HostedZone><DelegationSet><NameServers>" +
			"<NameServer>ns-2.awsdns.com</NameServer><NameServer>ns-1.awsdns.com</NameServer></NameServers></DelegationSet></R>"),
		"POST /token": ok(`{"access_token": "access"}`),
		"GET /api/accounts_mgmt/v1/current_account": ok(
			`{"username": "ann", "organization": {"id": "o1", "name": "Shop"}}`),
		"GET /api/accounts_mgmt/v1/organizations/o1/labels/sts_ocm_role": ok(`{"value": "arn:aws:iam::111122223333:role/OCM-Role"}`),
		"GET /api/accounts_mgmt/v1/organizations/o1/quota_cost": ok(
			`{"items": [{"quota_id": "cluster|byoc|moa|marketplace", "cloud_accounts": [` +
				`{"cloud_provider_id": "aws", "cloud_account_id": "111122223333"}]}]}`),
		"GET /api/clusters_mgmt/v1/versions/openshift-v4.20.4": ok(
			`{"enabled": true, "rosa_enabled": true, "hosted_control_plane_enabled": true}`),
		"GET /api/clusters_mgmt/v1/clusters": ok(`{"total": 0}`),
	}}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	t.Setenv("AWS_ENDPOINT_URL", server.URL)
	t.Setenv("AWS_ACCESS_KEY_ID", "AKIAIOSFODNN7EXAMPLE")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "wJalrXUtnFEMI")
	t.Setenv("AWS_SESSION_TOKEN", "session")
	t.Setenv("AWS_EC2_METADATA_DISABLED", "true")
	t.Setenv("AWS_MAX_ATTEMPTS", "1")
	t.Setenv("RHCS_URL", server.URL)
	t.Setenv("RHCS_TOKEN_URL", server.URL+"/token")
	t.Setenv("RHCS_TOKEN", "token")
	return s
}

// ServeHTTP implements http.Handler.
func (s *services) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_ = r.ParseForm()
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.forms = append(s.forms, r.PostForm)
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
	for key := range s.answers {
		if strings.HasPrefix(operation, key) && len(key) > len(longest) {
			longest = key
		}
	}
	found, known := s.answers[longest]
	if !known {
		found = answer{http.StatusNotImplemented, operation}
	}
	w.WriteHeader(found.status)
	fmt.Fprint(w, found.body)
}
