package awsprovider

import (
	"context"
	"encoding/json"
	"maps"
	"os"
	"sync"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	"google.golang.org/grpc/peer"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/awsfacts"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/sandbox/props"
)

// config is what one provider resource says.
type config struct {
	region string
	tags   map[string]any
}

// configs keeps provider resources apart. The engine attaches to this process once for
// each of them, over a connection of its own.
type configs struct {
	mutex  sync.Mutex
	byPeer map[string]config
}

func peerOf(ctx context.Context) string {
	if p, ok := peer.FromContext(ctx); ok {
		return p.Addr.String()
	}
	return ""
}

func (c *configs) of(ctx context.Context) config {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.byPeer[peerOf(ctx)]
}

// CheckConfig refuses a provider without a region.
func (p *Provider) CheckConfig(_ context.Context, req plugin.CheckConfigRequest) (plugin.CheckConfigResponse, error) {
	response := plugin.CheckConfigResponse{Properties: req.News}
	if _, given := req.News["region"]; !given && environmentRegion() == "" {
		response.Failures = []plugin.CheckFailure{{
			Property: "region", Reason: "aws:region is not set: give it as -c aws:region=us-east-2, or set AWS_REGION",
		}}
	}
	return response, nil
}

func environmentRegion() string {
	if region := os.Getenv("AWS_REGION"); region != "" {
		return region
	}
	return os.Getenv("AWS_DEFAULT_REGION")
}

// DiffConfig replaces nothing: a provider in another region would only be told apart by its resources.
func (p *Provider) DiffConfig(_ context.Context, req plugin.DiffConfigRequest) (plugin.DiffConfigResponse, error) {
	if props.Reveal(resource.NewObjectProperty(req.OldInputs)).DeepEquals(props.Reveal(resource.NewObjectProperty(req.NewInputs))) {
		return plugin.DiffResult{Changes: plugin.DiffNone}, nil
	}
	return plugin.DiffResult{Changes: plugin.DiffSome}, nil
}

// Configure remembers region and default tags for the connection that it comes over.
func (p *Provider) Configure(ctx context.Context, req plugin.ConfigureRequest) (plugin.ConfigureResponse, error) {
	given := props.PlainMap(req.Inputs)
	cfg := config{region: environmentRegion()}
	if region, ok := given["region"].(string); ok && region != "" {
		cfg.region = region
	}
	defaults := given["defaultTags"]
	if text, ok := defaults.(string); ok {
		// The engine hands structured provider configuration over as JSON.
		if err := json.Unmarshal([]byte(text), &defaults); err != nil {
			return plugin.ConfigureResponse{}, err
		}
	}
	if object, ok := defaults.(map[string]any); ok {
		cfg.tags, _ = object["tags"].(map[string]any)
	}
	p.configs.mutex.Lock()
	defer p.configs.mutex.Unlock()
	p.configs.byPeer[peerOf(ctx)] = cfg
	return plugin.ConfigureResponse{}, nil
}

// tag adds the provider's default tags to those that the resource shows as all its tags.
func (c config) tag(schema *awsfacts.Schema, outputs resource.PropertyMap) {
	if _, tagged := schema.Properties["tagsAll"]; !tagged || len(c.tags) == 0 {
		return
	}
	all := props.Map(c.tags)
	if own := props.Reveal(outputs["tags"]); own.IsObject() {
		maps.Copy(all, own.ObjectValue())
	}
	outputs["tagsAll"] = props.Like(outputs["tags"], resource.NewObjectProperty(all))
}
