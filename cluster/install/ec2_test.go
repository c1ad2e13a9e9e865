package install

import (
	"encoding/pem"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// useAWS sets credentials, and the address of all services.
func useAWS(t *testing.T, address string) {
	t.Helper()
	for name, value := range map[string]string{
		"AWS_ENDPOINT_URL": address, "AWS_ACCESS_KEY_ID": "AKID", "AWS_SECRET_ACCESS_KEY": "SECRET", "AWS_SESSION_TOKEN": "",
		"AWS_CONFIG_FILE": "/dev/null", "AWS_SHARED_CREDENTIALS_FILE": "/dev/null",
		"AWS_CA_BUNDLE": "",
	} {
		t.Setenv(name, value)
	}
}

func TestStopInstance(t *testing.T) {
	tests := map[string]struct {
		reason, answer string
		status         int
		want           string
	}{
		"stopped": {reason: "EC2 stops the instance", status: http.StatusOK},
		"gone": {
			reason: "a terminated instance does not run", status: http.StatusBadRequest,
			answer: "<Response><Errors><Error><Code>InvalidInstanceID.NotFound</Code></Error></Errors></Response>",
		},
		"denied": {
			reason: "an instance that runs is not stopped", status: http.StatusForbidden,
			answer: "<Response><Errors><Error><Code>UnauthorizedOperation</Code></Error></Errors></Response>",
			want:   "EC2 rejected StopInstances: 403 Forbidden",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				assert.NoError(t, r.ParseForm())
				assert.Equal(t, "Action=StopInstances&InstanceId.1=i-c&Version=2016-11-15", r.PostForm.Encode())
				assert.Regexp(t, `^AWS4-HMAC-SHA256 Credential=AKID/\d{8}/us-east-2/ec2/aws4_request, `, r.Header.Get("Authorization"))
				w.WriteHeader(tt.status)
				_, _ = w.Write([]byte(tt.answer))
			}))
			defer server.Close()
			useAWS(t, server.URL)
			err := stopInstance(t.Context(), "us-east-2", "i-c")
			if tt.want == "" {
				require.NoError(t, err, tt.reason)
				return
			}
			require.ErrorContains(t, err, tt.want, tt.reason)
		})
	}
}

// TestAuthorityOfTheEnvironment: a network whose proxy has certificates of its own is reached, as by the provider.
func TestAuthorityOfTheEnvironment(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	defer server.Close()
	useAWS(t, server.URL)
	require.ErrorContains(t, stopInstance(t.Context(), "us-east-2", "i-c"), "certificate signed by unknown authority")
	bundle := filepath.Join(t.TempDir(), "ca.pem")
	authority := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	require.NoError(t, os.WriteFile(bundle, authority, 0o600))
	t.Setenv("AWS_CA_BUNDLE", bundle)
	require.NoError(t, stopInstance(t.Context(), "us-east-2", "i-c"))
}

// fakeEC2 is the EC2 of one VPC with an instance.
type fakeEC2 struct {
	t     *testing.T
	calls []string
	// endpoint is the state of the endpoint, "" for none, of the name and the group.
	endpoint, name, group string
}

const ownGroup = "sg-own"

func (e *fakeEC2) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	assert.NoError(e.t, r.ParseForm())
	action := r.PostForm.Get("Action")
	text := ""
	switch action {
	case "DescribeInstances":
		text = "<reservationSet><item><instancesSet><item><privateIpAddress>10.0.0.4</privateIpAddress><subnetId>subnet-a</subnetId>" +
			"<vpcId>vpc-1</vpcId><groupSet><item><groupId>sg-master</groupId></item></groupSet></item></instancesSet></item></reservationSet>"
	case "DescribeInstanceConnectEndpoints":
		assert.Equal(e.t, "vpc-1", r.PostForm.Get("Filter.1.Value.1"))
		if e.endpoint != "" {
			text = "<instanceConnectEndpointSet><item><instanceConnectEndpointId>eice-1</instanceConnectEndpointId><state>" + e.endpoint +
				"</state><securityGroupIdSet><item>" + e.group + "</item></securityGroupIdSet><tagSet><item><key>Name</key><value>" + e.name +
				"</value></item></tagSet></item></instanceConnectEndpointSet>"
		}
		e.endpoint = map[string]string{"create-in-progress": "create-complete", "create-complete": "create-complete"}[e.endpoint]
	case "DescribeSecurityGroups":
		if e.group == ownGroup {
			text = "<securityGroupInfo><item><groupId>" + ownGroup + "</groupId></item></securityGroupInfo>"
		}
	default:
		e.calls = append(e.calls, action)
		text = e.change(action, r.PostForm.Get("SecurityGroupId.1"), r.PostForm.Get("TagSpecification.1.Tag.1.Value"))
	}
	if action == "AuthorizeSecurityGroupIngress" || action == "RevokeSecurityGroupIngress" {
		assert.Equal(e.t, []string{"sg-master", e.group, "22"}, []string{r.PostForm.Get("GroupId"),
			r.PostForm.Get("IpPermissions.1.Groups.1.GroupId"), r.PostForm.Get("IpPermissions.1.FromPort")})
	}
	_, _ = w.Write([]byte("<Response>" + text + "</Response>"))
}

func (e *fakeEC2) change(action, group, name string) string {
	switch action {
	case "CreateSecurityGroup":
		e.group = ownGroup
		return "<groupId>" + ownGroup + "</groupId>"
	case "DeleteSecurityGroup":
		e.group = ""
	case "CreateInstanceConnectEndpoint":
		e.endpoint, e.name = "create-in-progress", name
		assert.Equal(e.t, ownGroup, group)
	case "DeleteInstanceConnectEndpoint":
		e.endpoint = "delete-in-progress"
	}
	return ""
}

// TestMachineAccess: the way to the machines changes none of them, and nothing of it stays.
func TestMachineAccess(t *testing.T) {
	tests := map[string]struct {
		reason string
		fake   fakeEC2
		want   []string
	}{
		"none": {
			reason: "an endpoint is created and deleted",
			want: []string{
				"CreateSecurityGroup", "CreateInstanceConnectEndpoint", "AuthorizeSecurityGroupIngress",
				"RevokeSecurityGroupIngress", "DeleteInstanceConnectEndpoint", "RevokeSecurityGroupIngress", "DeleteSecurityGroup",
			},
		},
		"killed after the group": {
			reason: "a group with the name is used",
			fake:   fakeEC2{group: ownGroup},
			want: []string{
				"CreateInstanceConnectEndpoint", "AuthorizeSecurityGroupIngress",
				"RevokeSecurityGroupIngress", "DeleteInstanceConnectEndpoint", "RevokeSecurityGroupIngress", "DeleteSecurityGroup",
			},
		},
		"another": {
			reason: "a VPC has one endpoint at most: that of somebody else is used and stays",
			fake:   fakeEC2{endpoint: "create-complete", name: "bastion", group: "sg-other"},
			want:   []string{"AuthorizeSecurityGroupIngress", "RevokeSecurityGroupIngress"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			fake := tt.fake
			fake.t = t
			server := httptest.NewServer(&fake)
			defer server.Close()
			useAWS(t, server.URL)
			access := &sshMachines{interval: time.Millisecond}
			require.NoError(t, access.Open(t.Context(), "us-east-2", "demo-x7k2p", "i-a"))
			assert.Equal(t, "eice-1", access.endpoint)
			require.NoError(t, access.Close(t.Context(), "us-east-2", "demo-x7k2p", "i-a"))
			assert.Equal(t, tt.want, fake.calls, tt.reason)
		})
	}
}

// TestSSH: ssh connects through the endpoint, through a host, or itself.
func TestSSH(t *testing.T) {
	server := httptest.NewServer(&fakeEC2{t: t})
	defer server.Close()
	useAWS(t, server.URL)
	folder := t.TempDir()
	script := "#!/bin/sh\necho \"$@\"; cat; [ \"$FAIL\" = \"\" ]\n"
	require.NoError(t, os.WriteFile(filepath.Join(folder, "ssh"), []byte(script), 0o700))
	t.Setenv("PATH", folder+":"+os.Getenv("PATH"))
	tests := map[string]struct {
		access sshMachines
		want   string
	}{
		"endpoint": {
			access: sshMachines{endpoint: "eice-1"},
			want: " -o ProxyCommand=aws ec2-instance-connect open-tunnel --region us-east-2 --instance-connect-endpoint-id eice-1 " +
				"--instance-id i-a core@i-a sudo bash -s\ninput",
		},
		"host": {access: sshMachines{jump: "ec2-user@bastion"}, want: " -J ec2-user@bastion core@10.0.0.4 sudo bash -s\ninput"},
		"none": {access: sshMachines{jump: noJump}, want: " -o HostKeyAlias=i-a core@10.0.0.4 sudo bash -s\ninput"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			output, err := tt.access.Run(t.Context(), "us-east-2", "i-a", "sudo bash -s", strings.NewReader("input"))
			require.NoError(t, err)
			assert.True(t, strings.HasSuffix(output, tt.want), output)
			t.Setenv("FAIL", "1")
			_, err = tt.access.Run(t.Context(), "us-east-2", "i-a", "false", strings.NewReader("its message"))
			require.ErrorContains(t, err, "ssh to i-a: exit status 1: ")
			require.ErrorContains(t, err, "its message")
		})
	}
}
