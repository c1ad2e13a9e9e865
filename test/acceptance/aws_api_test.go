package acceptance

import (
	"bytes"
	"encoding/xml"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// callAWS performs an action of the emulated account beside the program under test, and returns the response.
// Parameters are names and values in turn.
func callAWS(t testing.TB, service, action string, parameters ...string) string {
	t.Helper()
	return callAWSIn(t, "us-east-2", service, action, parameters...)
}

// apiVersions are the versions of the services' APIs.
var apiVersions = map[string]string{
	"ec2": "2016-11-15", "autoscaling": "2011-01-01", "iam": "2010-05-08", "sqs": "2012-11-05",
	"elasticloadbalancing": "2015-12-01",
}

// callAWSIn is callAWS in another region.
func callAWSIn(t testing.TB, region, service, action string, parameters ...string) string {
	t.Helper()
	text, status := requestAWS(t, region, service, action, parameters...)
	assert.Equal(t, http.StatusOK, status, text)
	return text
}

// requestAWS is callAWSIn for actions that may fail. It returns the response and its status.
func requestAWS(t testing.TB, region, service, action string, parameters ...string) (string, int) {
	t.Helper()
	form := url.Values{"Action": {action}, "Version": {apiVersions[service]}}
	for i := 0; i < len(parameters); i += 2 {
		form.Set(parameters[i], parameters[i+1])
	}
	request, err := http.NewRequest(http.MethodPost, os.Getenv("AWS_ENDPOINT_URL"), strings.NewReader(form.Encode()))
	if !assert.NoError(t, err) {
		return "", 0
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	// The emulator reads the region and the service from the signature's scope, and verifies nothing.
	request.Header.Set("Authorization",
		"AWS4-HMAC-SHA256 Credential=lab/20260101/"+region+"/"+service+"/aws4_request, SignedHeaders=host, Signature=none")
	response, err := http.DefaultClient.Do(request)
	if !assert.NoError(t, err) {
		return "", 0
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	assert.NoError(t, err)
	return string(text), response.StatusCode
}

// requestS3 sends a request to the emulated S3, which must succeed.
func requestS3(t *testing.T, method, path string, body []byte) {
	t.Helper()
	request, err := http.NewRequest(method, os.Getenv("AWS_ENDPOINT_URL")+path, bytes.NewReader(body))
	require.NoError(t, err)
	request.Header.Set("Authorization",
		"AWS4-HMAC-SHA256 Credential=lab/20260101/us-east-2/s3/aws4_request, SignedHeaders=host, Signature=none")
	response, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.Less(t, response.StatusCode, http.StatusMultipleChoices, "%s: %s", path, text)
}

// emulatedInstance is an instance in the response of DescribeInstances.
type emulatedInstance struct {
	ID    string `xml:"instanceId"`
	Name  string `xml:"privateDnsName"`
	IP    string `xml:"privateIpAddress"`
	State string `xml:"instanceState>name"`
	Zone  string `xml:"placement>availabilityZone"`
}

func instancesOf(t *testing.T, group string) []emulatedInstance {
	t.Helper()
	response := callAWS(t, "ec2", "DescribeInstances",
		"Filter.1.Name", "tag:aws:autoscaling:groupName", "Filter.1.Value.1", group)
	var description struct {
		Instances []emulatedInstance `xml:"reservationSet>item>instancesSet>item"`
	}
	require.NoError(t, xml.Unmarshal([]byte(response), &description))
	return description.Instances
}
