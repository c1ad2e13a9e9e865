package install

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	usersResponse = `<ListUsersResponse><ListUsersResult><IsTruncated>false</IsTruncated><Users>
<member><UserName>demo-x7k2p-openshift-ingress-abcde</UserName>
<Arn>arn:aws:iam::123456789012:user/ingress</Arn></member>
<member><UserName>demo-x7k2p-of-another-cluster</UserName><Arn>arn:aws:iam::123456789012:user/other</Arn></member>
<member><UserName>alice</UserName><Arn>arn:aws:iam::123456789012:user/alice</Arn></member>
</Users></ListUsersResult></ListUsersResponse>`
	userTagsResponse = `<ListUserTagsResponse><ListUserTagsResult><IsTruncated>false</IsTruncated><Tags>
<member><Key>kubernetes.io/cluster/demo-x7k2p</Key><Value>%s</Value></member>
</Tags></ListUserTagsResult></ListUserTagsResponse>`
)

// signedFor is the region in the signature of a request.
var signedFor = regexp.MustCompile(`Credential=[^/]+/\d+/([^/]+)/`)

// fakeAccount answers the tagging APIs of all regions and IAM.
func fakeAccount(t *testing.T) (requests *[]string) {
	t.Helper()
	requests = &[]string{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		region := signedFor.FindStringSubmatch(r.Header.Get("Authorization"))[1]
		if r.Header.Get("X-Amz-Target") != "" {
			assert.JSONEq(t, `{"TagFilters": [{"Key": "kubernetes.io/cluster/demo-x7k2p", "Values": ["owned"]}]}`, string(body))
			*requests = append(*requests, "tags in "+region)
			fmt.Fprintf(w, `{"ResourceTagMappingList": [{"ResourceARN": "arn:aws:ec2:%s:123456789012:volume/vol-1"},
				{"ResourceARN": "arn:aws:route53:::hostedzone/Z1"}]}`, region)
			return
		}
		form, err := url.ParseQuery(string(body))
		assert.NoError(t, err)
		*requests = append(*requests, form.Get("Action")+" "+form.Get("UserName"))
		switch {
		case form.Get("Action") == "ListUsers":
			fmt.Fprint(w, usersResponse)
		case form.Get("UserName") == "demo-x7k2p-of-another-cluster":
			fmt.Fprintf(w, userTagsResponse, "shared")
		default:
			fmt.Fprintf(w, userTagsResponse, "owned")
		}
	}))
	t.Cleanup(server.Close)
	for name, value := range map[string]string{
		"AWS_ENDPOINT_URL": server.URL, "AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test",
		"AWS_CONFIG_FILE": "/dev/null", "AWS_SHARED_CREDENTIALS_FILE": "/dev/null",
	} {
		t.Setenv(name, value)
	}
	return requests
}

// TestTaggedResources: AWS lists global resources in one region of the partition, and users not at all.
func TestTaggedResources(t *testing.T) {
	requests := fakeAccount(t)
	found, err := TaggedResources(t.Context(), "us-east-2", "demo-x7k2p")
	require.NoError(t, err)
	assert.Equal(t, []string{
		"arn:aws:ec2:us-east-1:123456789012:volume/vol-1",
		"arn:aws:ec2:us-east-2:123456789012:volume/vol-1",
		"arn:aws:iam::123456789012:user/ingress",
		"arn:aws:route53:::hostedzone/Z1",
	}, found)
	assert.Equal(t, []string{
		"tags in us-east-2", "tags in us-east-1", "ListUsers ",
		"ListUserTags demo-x7k2p-openshift-ingress-abcde", "ListUserTags demo-x7k2p-of-another-cluster",
	}, *requests)
}

func TestTaggingRegions(t *testing.T) {
	t.Parallel()
	for region, want := range map[string][]string{
		"us-east-1":     {"us-east-1"},
		"eu-central-1":  {"eu-central-1", "us-east-1"},
		"us-gov-east-1": {"us-gov-east-1", "us-gov-west-1"},
		"us-gov-west-1": {"us-gov-west-1"},
		"cn-north-1":    {"cn-north-1"},
	} {
		assert.Equal(t, want, taggingRegions(region), region)
	}
}
