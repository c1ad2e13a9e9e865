package fleet

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// List is the clusters of a fleet, and the order in which engines update them.
type List struct {
	// ArgoCD is where Argo CD finds what `render` writes.
	ArgoCD ArgoCD `yaml:"argocd,omitempty"`
	// ResyncSeconds is how often the operator corrects the drift of a stack, in seconds. At least 60. Defaults to a day.
	ResyncSeconds int `yaml:"resyncSeconds,omitempty"`
	// Rollout are the steps of a rollout, of which each cluster must be in exactly one. Defaults to one step, all, with all clusters.
	Rollout []Step `yaml:"rollout,omitempty"`
	// Fields that a cluster does not set have the value of Defaults. Labels, Workspace, Config and Secrets are merged.
	Defaults Cluster `yaml:"defaults,omitempty"`
	// Clusters are the clusters. Required.
	Clusters []Cluster `yaml:"clusters"`
}

// ArgoCD is the Git repository that Argo CD reads.
type ArgoCD struct {
	// RepoURL is the repository with the rendered files. Required by render.
	RepoURL string `yaml:"repoURL,omitempty"`
	// Revision is its branch, Path the folder of the rendered files, and Project the AppProject. Default to HEAD, fleet and default.
	Revision string `yaml:"revision,omitempty"`
	Path     string `yaml:"path,omitempty"`
	Project  string `yaml:"project,omitempty"`
}

// Step is a step of a rollout: the clusters with some labels.
type Step struct {
	// Name is the name of the step. Required.
	Name string `yaml:"name" check:"required,format=dns-label"`
	// Select are the values of each label: of those of clusters, region, account, blueprint and pair. Defaults to all clusters.
	Select map[string][]string `yaml:"select,omitempty"`
	// MaxUpdate is how many clusters of the step are updated at a time: a number, or a percentage such as 10%. Defaults to all.
	MaxUpdate string `yaml:"maxUpdate,omitempty" check:"format=max-update"`
}

// Cluster is one cluster: its stack, and the settings of the stack's program.
type Cluster struct {
	// Name is the name of the cluster and of its stack: lower-case letters, digits and hyphens, at most 42 characters. Required.
	Name string `yaml:"name,omitempty" check:"required,format=cluster-name"`
	// Blueprint is the program of the cluster, one of Options.Blueprints. Required.
	Blueprint string `yaml:"blueprint,omitempty" check:"required"`
	// Account is the AWS account, the only one that the AWS provider accepts. Required.
	Account string `yaml:"account,omitempty" check:"required,format=account-id"`
	// Region is the AWS region. Required.
	Region string `yaml:"region,omitempty" check:"required,format=region"`
	// Zones are zones of the region, the setting zones. Defaults to none.
	Zones []string `yaml:"zones,omitempty" check:"format=zone"`
	// VpcCIDR is the VPC's range, the setting vpcCidr. Defaults to that of the program's Pulumi.yaml.
	VpcCIDR string `yaml:"vpcCidr,omitempty"`
	// Network names the VPCs that can be connected: their ranges must not overlap. An isolated VPC never is. Defaults to one for all.
	Network string `yaml:"network,omitempty"`
	// Version is the OpenShift release, the setting version. Required.
	Version string `yaml:"version,omitempty" check:"required,format=version"`
	// Labels are labels of the Stack and of the Application, by which steps select clusters.
	Labels map[string]string `yaml:"labels,omitempty" check:"labels"`
	// Pair names clusters that must not be updated at the same time, such as two that serve the same users. Defaults to none.
	Pair string `yaml:"pair,omitempty" check:"format=label-value"`
	// Protect rejects the deletion of the cluster, the setting protect. Has no effect in a sandbox. Defaults to true.
	Protect *bool `yaml:"protect,omitempty"`
	// Organization is the stack's organization in Pulumi Cloud. Defaults to that of the login.
	Organization string `yaml:"organization,omitempty" check:"format=pulumi-organization"`
	// Backend is the URL of the backend of the state, required by render; SecretsProvider encrypts its secrets: awskms://alias/fleet.
	Backend         string `yaml:"backend,omitempty"`
	SecretsProvider string `yaml:"secretsProvider,omitempty"`
	// Workspace is merged into the Workspace of the stack, the operator's pod: fields of its WorkspaceSpec. Its image is required by render.
	Workspace map[string]any `yaml:"workspace,omitempty"`
	// Config are further settings that the program's Pulumi.yaml declares, or of providers, such as aws:profile. They must not be secret.
	Config map[string]string `yaml:"config,omitempty"`
	// Secrets are the secret settings: each is a key of a Secret in the namespace of the Stack objects, as secret/key.
	Secrets map[string]string `yaml:"secrets,omitempty" check:"format=secret-key"`
}

// Parse reads a list, in YAML, and sets its defaults. Fields that it does not know are an error. It does not check the list. Texts are read
// as they are written, without quotes too: the account 012345678901 keeps its zero, and the release 4.20 is not the number 4.2.
func Parse(text []byte) (*List, error) {
	l := List{ResyncSeconds: 24 * 60 * 60, Rollout: []Step{{Name: "all"}}, Defaults: Cluster{Protect: new(true)},
		ArgoCD: ArgoCD{Revision: "HEAD", Path: "fleet", Project: "default"}}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	if err := decoder.Decode(&l); err != nil && !errors.Is(err, io.EOF) { // An empty list has no clusters, as its check says.
		return nil, err
	}
	for i := range l.Clusters {
		l.Clusters[i] = l.Clusters[i].or(l.Defaults)
	}
	return &l, nil
}

// or returns the cluster with defaults.
func (c Cluster) or(defaults Cluster) Cluster {
	filled, _ := check.Fill(&c, defaults)
	filled.Labels, filled.Config = union(defaults.Labels, c.Labels), union(defaults.Config, c.Config)
	filled.Secrets, filled.Workspace = union(defaults.Secrets, c.Secrets), argument.Merge(union(defaults.Workspace, nil), c.Workspace)
	return *filled
}

// union returns the entries of two maps, of which the second wins.
func union[V any](fields, more map[string]V) map[string]V {
	all := map[string]V{}
	maps.Copy(all, fields)
	maps.Copy(all, more)
	return all
}

// Stack returns the name of the stack.
func (c Cluster) Stack() string {
	return strings.TrimPrefix(c.Organization+"/"+c.Name, "/")
}

// own are the settings that fields of Cluster set, and those of the AWS provider.
var own = map[string]string{
	"name": "name", "blueprint": "blueprint", "zones": "zones", "vpcCidr": "vpcCidr", "version": "version", "protect": "protect",
	"aws:region": "region", "aws:allowedAccountIds": "account",
}

// Settings returns the configuration of the stack without its secrets, each key with its namespace.
func (c Cluster) Settings(project string, protect bool) map[string]string {
	config := map[string]string{}
	for key, value := range union(c.Config, map[string]string{
		"aws:region": c.Region, "aws:allowedAccountIds": fmt.Sprintf("[%q]", c.Account), "name": c.Name, "blueprint": c.Blueprint,
		"zones": strings.Join(c.Zones, ","), "vpcCidr": c.VpcCIDR, "version": c.Version, "protect": strconv.FormatBool(protect),
	}) {
		if value != "" || own[key] == "" {
			config[qualified(project, key)] = value
		}
	}
	return config
}

func qualified(project, key string) string {
	if strings.Contains(key, ":") {
		return key
	}
	return project + ":" + key
}

// labels returns the labels of the cluster.
func (c Cluster) labels() map[string]string {
	all := union(c.Labels, map[string]string{"account": c.Account, "region": c.Region, "blueprint": c.Blueprint, "pair": c.Pair})
	maps.DeleteFunc(all, func(_, value string) bool { return value == "" })
	return all
}

// stepsOf returns the steps that select a cluster, of which there is one in a valid list.
func (l *List) stepsOf(c Cluster) (steps []Step) {
	labels := c.labels()
	for _, step := range l.Rollout {
		selected := true
		for key, values := range step.Select {
			selected = selected && slices.Contains(values, labels[key])
		}
		if selected {
			steps = append(steps, step)
		}
	}
	return steps
}
