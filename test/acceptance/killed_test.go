package acceptance

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"io"
	"math/rand"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
)

// TestKilledOperations kills up and destroy with SIGKILL, with the provider, at most ten times each, as the death of a
// machine does: every second time after AWS has done what the request asks for, and before Pulumi knows. After each the
// test does what docs/interrupted.md says, and at the end nothing is lost, doubled or left over.
func TestKilledOperations(t *testing.T) {
	faultsLock.acquire(t)
	emulator := newFaultyEmulator(t, nil, 1)
	stack := newFaultyStack(t, emulator)
	seed := time.Now().UnixNano()
	t.Log("seed", seed)
	random := rand.New(rand.NewSource(seed))
	repaired := stack.killed("up", random, emulator, stack.box.Up)
	assert.Positive(t, repaired, "some objects existed that Pulumi did not know")
	_, err := stack.box.Up(t.Context())
	require.NoError(t, err)
	stack.assertStable()
	stack.killed("destroy", random, emulator, stack.box.Destroy)
	stack.retry("destroy", stack.box.Destroy)
	assert.Empty(t, regionLeftovers(t, faultsRegion, faultsInfraID), "leftovers")
}

// killed kills at most ten runs of an operation, and repairs the state after each. It returns how many objects it
// deleted.
func (s *faultyStack) killed(
	name string, random *rand.Rand, emulator *faultyEmulator, run func(context.Context) (*sandbox.Result, error),
) int {
	s.t.Helper()
	kills, repaired := 0, 0
	for attempt := range 10 {
		at := emulator.requests.Load() + 1 + random.Int63n(80)
		if attempt%2 == 0 {
			emulator.atRequest = map[int64]func(){at: s.kill}
		} else {
			emulator.afterRequest = map[int64]func(){at: s.kill}
		}
		_, err := run(s.t.Context())
		emulator.atRequest, emulator.afterRequest = nil, nil
		if err == nil {
			break
		}
		require.ErrorContains(s.t, err, "killed")
		kills++
		s.pulumi("cancel", "--yes", "sandbox")
		if name == "up" {
			repaired += s.repair()
		} else {
			// The provider fails to delete some objects that are already gone.
			s.pulumi("refresh", "--stack", "sandbox", "--yes", "--skip-preview")
		}
	}
	s.t.Logf("%s was killed %d times, and %d objects deleted", name, kills, repaired)
	assert.Positive(s.t, kills, name)
	return repaired
}

// kill kills the Pulumi CLI of the stack with all processes that it started.
func (s *faultyStack) kill() { killPulumi(s.dir) }

// killPulumi kills the Pulumi CLI of the stack in a folder with all processes that it started.
func killPulumi(dir string) {
	for _, pid := range processesIn(dir) {
		for _, started := range append([]int{pid}, descendants(pid)...) {
			_ = syscall.Kill(started, syscall.SIGKILL)
		}
	}
}

// processesIn returns the processes of this test that run in a folder.
func processesIn(dir string) []int {
	return slices.DeleteFunc(descendants(os.Getpid()), func(pid int) bool {
		cwd, err := os.Readlink(filepath.Join("/proc", strconv.Itoa(pid), "cwd"))
		return err != nil || !strings.HasPrefix(cwd, dir)
	})
}

// descendants returns the processes that a process started, directly or not.
func descendants(parent int) []int {
	entries, _ := filepath.Glob("/proc/[0-9]*/stat")
	var all []int
	for _, entry := range entries {
		text, err := os.ReadFile(entry)
		if err != nil {
			continue
		}
		// pid (command) state ppid
		_, after, _ := strings.Cut(string(text), ") ")
		fields := strings.Fields(after)
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(entry)))
		if len(fields) > 1 && fields[1] == strconv.Itoa(parent) {
			all = append(append(all, pid), descendants(pid)...)
		}
	}
	return all
}

// pendingOperation is an operation that Pulumi began, and of which it does not know the end.
type pendingOperation struct {
	Type     string
	Resource struct {
		URN, Type string
		Inputs    map[string]any
	}
}

// exportedStack is what `pulumi stack export` prints.
type exportedStack struct {
	Deployment struct {
		Resources         []struct{ ID string }
		PendingOperations []pendingOperation `json:"pending_operations"`
	}
}

// repair does what docs/interrupted.md says: it deletes the objects whose creation was cut, and clears the
// operations. It returns the number of objects.
func (s *faultyStack) repair() int {
	s.t.Helper()
	var exported exportedStack
	require.NoError(s.t, json.Unmarshal(s.pulumi("stack", "export", "--stack", "sandbox"), &exported))
	known := map[string]bool{}
	for _, r := range exported.Deployment.Resources {
		known[r.ID] = true
	}
	deleted := 0
	for _, pending := range exported.Deployment.PendingOperations {
		if pending.Type != "creating" {
			continue
		}
		for _, id := range s.find(pending) {
			if !known[id] && s.deleteObject(pending.Resource.Type, id) {
				s.t.Logf("%s was created: %s", resourceName(pending.Resource.URN), id)
				deleted++
			}
		}
	}
	s.pulumi("refresh", "--stack", "sandbox", "--yes", "--skip-preview", "--clear-pending-creates")
	return deleted
}

// pulumi runs the Pulumi CLI in the stack's folder.
func (s *faultyStack) pulumi(args ...string) []byte { return pulumiIn(s.t, s.dir, args...) }

// pulumiIn runs the Pulumi CLI in the folder of a stack.
func pulumiIn(t *testing.T, dir string, args ...string) []byte {
	t.Helper()
	command := exec.Command("pulumi", append(args, "--non-interactive")...)
	command.Dir = dir
	command.Env = append(os.Environ(), "PULUMI_BACKEND_URL=file://"+filepath.Join(dir, "state")+"?metadata=skip",
		"PULUMI_HOME="+filepath.Join(dir, "home"), "PULUMI_CONFIG_PASSPHRASE=sandbox")
	var problems strings.Builder
	command.Stderr = &problems
	output, err := command.Output()
	require.NoError(t, err, "%s\n%s", output, problems.String())
	return output
}

// find returns the IDs of the objects with the Name tag of a resource whose creation was cut.
func (s *faultyStack) find(pending pendingOperation) []string {
	s.t.Helper()
	inputs := pending.Resource.Inputs
	tags, _ := inputs["tags"].(map[string]any)
	name, _ := tags["Name"].(string)
	switch pending.Resource.Type {
	case "aws:ec2/defaultSecurityGroup:DefaultSecurityGroup":
		return nil // It is the VPC's.
	case "aws:iam/role:Role":
		return s.findIAM("Role", name)
	case "aws:iam/instanceProfile:InstanceProfile":
		return s.findIAM("InstanceProfile", name)
	case "aws:iam/rolePolicy:RolePolicy":
		role, _ := inputs["role"].(string)
		var ids []string
		response, _ := requestAWS(s.t, faultsRegion, "iam", "ListRolePolicies", "RoleName", role)
		for _, match := range regexp.MustCompile("<member>([^<]*)<").FindAllStringSubmatch(response, -1) {
			ids = append(ids, role+":"+match[1])
		}
		return ids
	case "aws:s3/bucketV2:BucketV2":
		prefix, _ := inputs["bucketPrefix"].(string)
		require.NotEmpty(s.t, prefix)
		var buckets struct {
			Names []string `xml:"Buckets>Bucket>Name"`
		}
		require.NoError(s.t, xml.Unmarshal([]byte(s.requestS3(http.MethodGet, "/", http.StatusOK)), &buckets))
		return slices.DeleteFunc(buckets.Names, func(name string) bool { return !strings.HasPrefix(name, prefix) })
	case "aws:ec2/route:Route":
		table, _ := inputs["routeTableId"].(string)
		destination, _ := inputs["destinationCidrBlock"].(string)
		return []string{table + ":" + destination}
	case "aws:ec2/routeTableAssociation:RouteTableAssociation":
		subnet, _ := inputs["subnetId"].(string)
		tables, _ := requestAWS(s.t, faultsRegion, "ec2", "DescribeRouteTables",
			"Filter.1.Name", "association.subnet-id", "Filter.1.Value.1", subnet)
		return regexp.MustCompile(`rtbassoc-\w+`).FindAllString(tables, -1)
	}
	if name == "" {
		return nil
	}
	var found struct {
		IDs []string `xml:"tagSet>item>resourceId"`
	}
	response, _ := requestAWS(s.t, faultsRegion, "ec2", "DescribeTags",
		"Filter.1.Name", "key", "Filter.1.Value.1", "Name", "Filter.2.Name", "value", "Filter.2.Value.1", name)
	require.NoError(s.t, xml.Unmarshal([]byte(response), &found), response)
	return found.IDs
}

// findIAM returns the names of the objects of IAM with a Name tag.
func (s *faultyStack) findIAM(kind, tag string) []string {
	s.t.Helper()
	var names []string
	list, _ := requestAWS(s.t, faultsRegion, "iam", "List"+kind+"s")
	for _, match := range regexp.MustCompile("<"+kind+"Name>([^<]*)<").FindAllStringSubmatch(list, -1) {
		object, _ := requestAWS(s.t, faultsRegion, "iam", "Get"+kind, kind+"Name", match[1])
		if strings.Contains(object, "<Value>"+tag+"</Value>") {
			names = append(names, match[1])
		}
	}
	return names
}

// deletions are the requests that delete an object of EC2, by the prefix of its ID: an action and its parameter.
var deletions = map[string][2]string{
	"vpc":    {"DeleteVpc", "VpcId"},
	"subnet": {"DeleteSubnet", "SubnetId"},
	"rtb":    {"DeleteRouteTable", "RouteTableId"},
	"igw":    {"DeleteInternetGateway", "InternetGatewayId"},
	"vpce":   {"DeleteVpcEndpoints", "VpcEndpointId.1"},
	"sg":     {"DeleteSecurityGroup", "GroupId"},
	"dopt":   {"DeleteDhcpOptions", "DhcpOptionsId"},

	"rtbassoc": {"DisassociateRouteTable", "AssociationId"},
}

// deleteObject deletes an object, and reports whether it existed: the emulator keeps tags of objects that it has
// deleted.
func (s *faultyStack) deleteObject(kind, id string) bool {
	s.t.Helper()
	owner, part, _ := strings.Cut(id, ":")
	prefix, _, _ := strings.Cut(id, "-")
	switch {
	case kind == "aws:iam/role:Role":
		return s.deleted("iam", "DeleteRole", "RoleName", id)
	case kind == "aws:iam/rolePolicy:RolePolicy":
		return s.deleted("iam", "DeleteRolePolicy", "RoleName", owner, "PolicyName", part)
	case kind == "aws:iam/instanceProfile:InstanceProfile":
		profile, _ := requestAWS(s.t, faultsRegion, "iam", "GetInstanceProfile", "InstanceProfileName", id)
		if match := regexp.MustCompile("<RoleName>([^<]*)<").FindStringSubmatch(profile); match != nil {
			s.deleted("iam", "RemoveRoleFromInstanceProfile", "InstanceProfileName", id, "RoleName", match[1])
		}
		return s.deleted("iam", "DeleteInstanceProfile", "InstanceProfileName", id)
	case kind == "aws:s3/bucketV2:BucketV2":
		s.requestS3(http.MethodDelete, "/"+id, http.StatusNoContent)
		return true
	case kind == "aws:ec2/route:Route":
		return s.deleted("ec2", "DeleteRoute", "RouteTableId", owner, "DestinationCidrBlock", part)
	case prefix == "sgr":
		return s.deleteRule(kind, id)
	case prefix == "igw":
		gateway, _ := requestAWS(s.t, faultsRegion, "ec2", "DescribeInternetGateways", "InternetGatewayId.1", id)
		if match := regexp.MustCompile("<vpcId>([^<]*)<").FindStringSubmatch(gateway); match != nil {
			s.deleted("ec2", "DetachInternetGateway", "InternetGatewayId", id, "VpcId", match[1])
		}
	}
	require.Contains(s.t, deletions, prefix, id)
	return s.deleted("ec2", deletions[prefix][0], deletions[prefix][1], id)
}

// deleted performs an action that deletes an object, and reports whether that existed.
func (s *faultyStack) deleted(service, action string, parameters ...string) bool {
	s.t.Helper()
	text, status := requestAWS(s.t, faultsRegion, service, action, parameters...)
	if status != http.StatusOK {
		require.Contains(s.t, text, "NotFound", action)
	}
	return status == http.StatusOK
}

// requestS3 sends a request to S3 and returns the body of the response.
func (s *faultyStack) requestS3(method, path string, status int) string {
	s.t.Helper()
	request, err := http.NewRequest(method, os.Getenv("AWS_ENDPOINT_URL")+path, nil)
	require.NoError(s.t, err)
	request.Header.Set("Authorization", "AWS4-HMAC-SHA256 Credential=lab/20260101/"+faultsRegion+
		"/s3/aws4_request, SignedHeaders=host, Signature=none")
	response, err := http.DefaultClient.Do(request)
	require.NoError(s.t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	require.NoError(s.t, err)
	require.Equal(s.t, status, response.StatusCode, string(body))
	return string(body)
}

// deleteRule deletes a rule of a security group, and reports whether it existed.
func (s *faultyStack) deleteRule(kind, id string) bool {
	s.t.Helper()
	rule, _ := requestAWS(s.t, faultsRegion, "ec2", "DescribeSecurityGroupRules", "SecurityGroupRuleId.1", id)
	group := regexp.MustCompile("<groupId>([^<]*)<").FindStringSubmatch(rule)
	if group == nil {
		return false
	}
	action := "RevokeSecurityGroupIngress"
	if strings.Contains(kind, "Egress") {
		action = "RevokeSecurityGroupEgress"
	}
	return s.deleted("ec2", action, "GroupId", group[1], "SecurityGroupRuleId.1", id)
}
