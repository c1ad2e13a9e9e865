// Package request sends signed requests to services of AWS, with the credentials of the environment: the SDKs of EC2, S3 and others would
// cost every program that imports them a minute of compilation.
package request

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/config"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
)

// Request is a request to a service.
type Request struct {
	// Service is the service's name in signatures, such as ec2. Required.
	Service string
	// Region is the region of the signature. Required.
	Region string
	// Host is the name of the endpoint without the partition's suffix. Defaults to <Service>.<Region>.
	Host string
	// Path is the escaped path, with the query if there is one. Defaults to /.
	Path string
	// Form are the values of an action of a service with a query API: Action, Version and others. Defaults to none: a GET.
	Form url.Values
	// Target is the operation of a service with a JSON API, whose input is JSON. Defaults to none.
	Target string
	JSON   any
}

// Error is a request that the service rejected.
type Error struct {
	// Service and Action are those of the request.
	Service, Action string
	// Status is the HTTP status, and Text the beginning of the answer.
	Status, Text string
	// Code is the service's name of the error; "" if the answer has none.
	Code string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s rejected %s: %s: %q", e.Service, e.Action, e.Status, e.Text)
}

// client is one for all requests, which share its connections. Where AWS_CA_BUNDLE is set, the SDK makes one with these authorities of it.
var client = awshttp.NewBuildableClient()

// Send sends the request. The caller closes the body.
func (r *Request) Send(ctx context.Context) (*http.Response, error) {
	settings, err := config.LoadDefaultConfig(ctx, config.WithRegion(r.Region), config.WithHTTPClient(client))
	if err != nil {
		return nil, err
	}
	credentials, err := settings.Credentials.Retrieve(ctx)
	if err != nil {
		return nil, err
	}
	host := cmp.Or(r.Host, r.Service+"."+r.Region)
	endpoint := cmp.Or(aws.ToString(settings.BaseEndpoint), "https://"+host+"."+partition.OfRegion(r.Region).DNSSuffix)
	request, body, err := r.build(ctx, strings.TrimSuffix(endpoint, "/"))
	if err != nil {
		return nil, err
	}
	digest := sha256.Sum256(body)
	sum := hex.EncodeToString(digest[:])
	request.Header.Set("X-Amz-Content-Sha256", sum)
	options := func(o *v4.SignerOptions) { o.DisableURIPathEscaping = r.Service == "s3" }
	if err := v4.NewSigner().SignHTTP(ctx, credentials, request, sum, r.Service, r.Region, time.Now(), options); err != nil {
		return nil, err
	}
	return settings.HTTPClient.Do(request)
}

// build returns the request without a signature, and its body.
func (r *Request) build(ctx context.Context, endpoint string) (*http.Request, []byte, error) {
	method, body, contentType := http.MethodGet, []byte(nil), ""
	switch {
	case r.Target != "":
		text, err := json.Marshal(r.JSON)
		if err != nil {
			return nil, nil, err
		}
		method, body, contentType = http.MethodPost, text, "application/x-amz-json-1.1"
	case r.Form != nil:
		method, body, contentType = http.MethodPost, []byte(r.Form.Encode()), "application/x-www-form-urlencoded; charset=utf-8"
	}
	request, err := http.NewRequestWithContext(ctx, method, endpoint+cmp.Or(r.Path, "/"), bytes.NewReader(body))
	if err != nil {
		return nil, nil, err
	}
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	if r.Target != "" {
		request.Header.Set("X-Amz-Target", r.Target)
	}
	return request, body, nil
}

// Do sends the request and decodes the answer, XML or, of a service with a JSON API, JSON. The error is an [*Error] if the service rejected
// the request.
func (r *Request) Do(ctx context.Context, into any) error {
	response, err := r.Send(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	const limit = 16 << 20
	text, err := io.ReadAll(io.LimitReader(response.Body, limit))
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return r.rejected(response.Status, text)
	}
	switch {
	case into == nil:
		return nil
	case r.Target != "":
		return json.Unmarshal(text, into)
	}
	return xml.Unmarshal(text, into)
}

// rejected returns the error of an answer.
func (r *Request) rejected(status string, text []byte) error {
	const shown = 1 << 10
	failed := &Error{
		Service: strings.ToUpper(r.Service), Action: cmp.Or(r.Form.Get("Action"), r.Target[strings.LastIndex(r.Target, ".")+1:], r.Path),
		Status: status, Text: string(text[:min(len(text), shown)]),
	}
	var found struct {
		// EC2, the other query APIs with Route 53, S3, and JSON APIs have the code at different places.
		EC2   string `json:"-"      xml:"Errors>Error>Code"`
		Query string `json:"-"      xml:"Error>Code"`
		S3    string `json:"-"      xml:"Code"`
		JSON  string `json:"__type" xml:"-"`
	}
	if r.Target != "" {
		_ = json.Unmarshal(text, &found)
	} else {
		_ = xml.Unmarshal(text, &found)
	}
	code := cmp.Or(found.EC2, found.Query, found.S3, found.JSON)
	failed.Code = code[strings.LastIndex(code, "#")+1:]
	return failed
}
