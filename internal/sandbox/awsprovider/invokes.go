package awsprovider

import (
	"context"
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/awsanswers"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/sandbox/props"
)

// Invoke answers the functions that tell where a program runs.
func (p *Provider) Invoke(ctx context.Context, req plugin.InvokeRequest) (plugin.InvokeResponse, error) {
	result, known := awsanswers.Function(string(req.Tok), p.configs.of(ctx).region, props.PlainMap(req.Args))
	if !known {
		return plugin.InvokeResponse{}, fmt.Errorf("the sandbox has no answer for %s", req.Tok)
	}
	return plugin.InvokeResponse{Properties: props.Map(result)}, nil
}
