package install

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
	"github.com/aws/aws-sdk-go-v2/config"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
)

// awsRequest sends a signed request to a service of AWS, with the credentials of the environment; the caller closes the body. It signs
// the request itself: the SDKs of EC2 and S3 would cost every program that imports this package a minute of compilation.
func awsRequest(ctx context.Context, service, region, host, path string, form url.Values) (*http.Response, error) {
	settings, err := config.LoadDefaultConfig(ctx, config.WithRegion(region))
	if err != nil {
		return nil, err
	}
	credentials, err := settings.Credentials.Retrieve(ctx)
	if err != nil {
		return nil, err
	}
	endpoint := cmp.Or(aws.ToString(settings.BaseEndpoint), "https://"+host+"."+partition.OfRegion(region).DNSSuffix)
	method, body := http.MethodGet, form.Encode()
	if form != nil {
		method = http.MethodPost
	}
	request, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(endpoint, "/")+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	digest := sha256.Sum256([]byte(body))
	sum := hex.EncodeToString(digest[:])
	request.Header.Set("X-Amz-Content-Sha256", sum)
	if form != nil {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
	}
	options := func(o *v4.SignerOptions) { o.DisableURIPathEscaping = service == "s3" }
	if err := v4.NewSigner().SignHTTP(ctx, credentials, request, sum, service, region, time.Now(), options); err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(request)
}

// ec2Error is the error of a request to EC2.
type ec2Error struct {
	action, status, text string
	// Code is the error's code (Amazon EC2 API Reference, "Error codes").
	Code string `xml:"Errors>Error>Code"`
}

func (e *ec2Error) Error() string {
	return fmt.Sprintf("EC2 rejected %s: %s: %q", e.action, e.status, e.text)
}

// callEC2 calls an action of EC2, whose values are pairs of a name and a value, and decodes the answer. An error with one of the accepted
// codes is none.
func callEC2(ctx context.Context, region, action string, values []string, into any, accepted ...string) error {
	form := url.Values{"Action": {action}, "Version": {"2016-11-15"}}
	for pair := range slices.Chunk(values, 2) {
		form.Set(pair[0], pair[1])
	}
	response, err := awsRequest(ctx, "ec2", region, "ec2."+region, "/", form)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	const limit = 1 << 20
	text, err := io.ReadAll(io.LimitReader(response.Body, limit))
	if err != nil {
		return err
	}
	if response.StatusCode == http.StatusOK {
		if into == nil {
			return nil
		}
		return xml.Unmarshal(text, into)
	}
	failed := &ec2Error{action: action, status: response.Status, text: string(text)}
	if xml.Unmarshal(text, failed) == nil && slices.Contains(accepted, failed.Code) {
		return nil
	}
	return failed
}

// stopInstance stops an EC2 instance. It succeeds if the instance does not run.
func stopInstance(ctx context.Context, region, id string) error {
	return callEC2(ctx, region, "StopInstances", []string{"InstanceId.1", id}, nil, "InvalidInstanceID.NotFound", "IncorrectInstanceState")
}
