package install

import (
	"context"
	"errors"
	"net/url"
	"slices"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/request"
)

// callEC2 calls an action of EC2, whose values are pairs of a name and a value, and decodes the answer. An error with one of the accepted
// codes is none.
func callEC2(ctx context.Context, region, action string, values []string, into any, accepted ...string) error {
	form := url.Values{"Action": {action}, "Version": {"2016-11-15"}}
	for pair := range slices.Chunk(values, 2) {
		form.Set(pair[0], pair[1])
	}
	err := (&request.Request{Service: "ec2", Region: region, Form: form}).Do(ctx, into)
	if rejected := new(request.Error); errors.As(err, &rejected) && slices.Contains(accepted, rejected.Code) {
		return nil
	}
	return err
}

// stopInstance stops an EC2 instance. It succeeds if the instance does not run.
func stopInstance(ctx context.Context, region, id string) error {
	return callEC2(ctx, region, "StopInstances", []string{"InstanceId.1", id}, nil, "InvalidInstanceID.NotFound", "IncorrectInstanceState")
}
