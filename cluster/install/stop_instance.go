package install

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
	"github.com/aws/aws-sdk-go-v2/config"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
)

// stoppedErrors are the errors of an instance that does not run any more (Amazon EC2 API Reference, "Error codes").
var stoppedErrors = regexp.MustCompile(`<Code>(InvalidInstanceID\.NotFound|IncorrectInstanceState)</Code>`)

// stopInstance stops an EC2 instance, with the credentials of the environment. It succeeds if the instance does not run. It signs the
// request itself: the SDK of EC2 would cost every program that imports this package a minute of compilation.
func stopInstance(ctx context.Context, region, id string) error {
	settings, err := config.LoadDefaultConfig(ctx, config.WithRegion(region))
	if err != nil {
		return err
	}
	credentials, err := settings.Credentials.Retrieve(ctx)
	if err != nil {
		return err
	}
	endpoint := cmp.Or(aws.ToString(settings.BaseEndpoint), "https://ec2."+region+"."+partition.OfRegion(region).DNSSuffix)
	body := url.Values{"Action": {"StopInstances"}, "Version": {"2016-11-15"}, "InstanceId.1": {id}}.Encode()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimSuffix(endpoint, "/")+"/", strings.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
	sum := sha256.Sum256([]byte(body))
	if err := v4.NewSigner().SignHTTP(ctx, credentials, request, hex.EncodeToString(sum[:]), "ec2", region, time.Now()); err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	const limit = 64 << 10
	text, err := io.ReadAll(io.LimitReader(response.Body, limit))
	if err != nil || response.StatusCode == http.StatusOK || stoppedErrors.Match(text) {
		return err
	}
	return fmt.Errorf("EC2 did not stop the instance %s: %s: %q", id, response.Status, text)
}
