// Package standin holds what the sandbox's providers, each of which stands in for one of Pulumi's, have in common.
package standin

import (
	"context"

	"github.com/blang/semver"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
)

// Provider answers what the engine asks of every provider. A stand-in embeds it, and hides what it answers in another way.
type Provider struct {
	plugin.UnimplementedProvider
	pkg     string
	version semver.Version
}

// For returns the common part of a stand-in for the package, at the release that it behaves like.
func For(pkg, release string) Provider {
	return Provider{pkg: pkg, version: semver.MustParse(release)}
}

// Pkg is the package's name.
func (p *Provider) Pkg() string { return p.pkg }

// GetPluginInfo answers with the release.
func (p *Provider) GetPluginInfo(context.Context) (plugin.PluginInfo, error) {
	return plugin.PluginInfo{Version: &p.version}, nil
}

// Handshake tells the engine what the provider understands.
func (p *Provider) Handshake(context.Context, plugin.ProviderHandshakeRequest) (*plugin.ProviderHandshakeResponse, error) {
	return &plugin.ProviderHandshakeResponse{AcceptSecrets: true}, nil
}

// Attach needs nothing of the engine.
func (p *Provider) Attach(string) error { return nil }

// Close has nothing to close: every change is kept as it is made.
func (p *Provider) Close() error { return nil }

// SignalCancellation has nothing to cancel: no operation takes long.
func (p *Provider) SignalCancellation(context.Context) error { return nil }

// CheckConfig takes any configuration.
func (p *Provider) CheckConfig(_ context.Context, req plugin.CheckConfigRequest) (plugin.CheckConfigResponse, error) {
	return plugin.CheckConfigResponse{Properties: req.News}, nil
}

// DiffConfig replaces nothing.
func (p *Provider) DiffConfig(context.Context, plugin.DiffConfigRequest) (plugin.DiffConfigResponse, error) {
	return plugin.DiffResult{Changes: plugin.DiffNone}, nil
}

// Configure needs no configuration.
func (p *Provider) Configure(context.Context, plugin.ConfigureRequest) (plugin.ConfigureResponse, error) {
	return plugin.ConfigureResponse{}, nil
}
