package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/urn"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"
)

// TestEveryComponentBelowTwoParents registers each component twice, with one name below parents of two types, as Pulumi allows. The engine
// rejects a second hook of one name, and the SDK then loses its resource, whose children would be below the stack.
func TestEveryComponentBelowTwoParents(t *testing.T) {
	t.Parallel()
	p := newProject(t, "every")
	var program map[string]any
	text := everyComponent(t) + strings.ReplaceAll(blueprints, "INSTALL_DIR", absolute(t, installDir))
	require.NoError(t, yaml.Unmarshal([]byte(text), &program))
	program["resources"] = belowParents(t, program["resources"].(map[string]any), map[string]string{
		"prod": "aws:sqs:Queue", "stage": "aws:sns:Topic",
	})
	twice, err := yaml.Marshal(program)
	require.NoError(t, err)
	p.write("Pulumi.yaml", string(twice))
	out := p.must("preview", "--json")
	var preview struct {
		Steps []struct {
			NewState struct{ URN, Parent urn.URN }
		}
	}
	require.NoError(t, json.Unmarshal([]byte(out[strings.Index(out, "{"):]), &preview), out)
	below := map[string][]string{}
	for _, step := range preview.Steps {
		state := step.NewState
		at, parent, isBelow := strings.Cut(string(state.URN.QualifiedType()), "$")
		if !isBelow { // the stack, the parents and the providers of accounts
			continue
		}
		assert.Equal(t, at, topOf(state.Parent), state.URN)
		below[at] = append(below[at], parent+"::"+state.URN.Name())
	}
	assert.Len(t, below, 2)
	assert.Greater(t, len(below["aws:sqs/queue:Queue"]), 300)
	assert.ElementsMatch(t, below["aws:sqs/queue:Queue"], below["aws:sns/topic:Topic"])
}

// blueprints are the components that the program with every component does not have.
const blueprints = `
  hosted-blueprint:
    type: openshift-aws:blueprint:ROSAHCP
    properties: {version: 4.18.5, zones: [us-east-2a], name: hosted-blueprint}
  classic-blueprint:
    type: openshift-aws:blueprint:ROSAClassic
    properties: {version: 4.18.5, zones: [us-east-2a], name: classic-blueprint}
  self-managed:
    type: openshift-aws:blueprint:SelfManaged
    properties:
      installDir: INSTALL_DIR
      zones: [us-east-2a, us-east-2b, us-east-2c]
      ami: ami-0123456789abcdef0
      publicZoneId: Z0123456789ABCDEFGHIJ
      # What is in the cluster: both are in one.
      omit: [MachineConfigPool, InfraMachineSet, WorkerMachineSet, IngressController, ImageRegistry, MonitoringStorage]
`

// topOf returns the first type in a URN.
func topOf(of urn.URN) string {
	top, _, _ := strings.Cut(string(of.QualifiedType()), "$")
	return top
}

// belowParents returns the resources of a YAML program once for each parent, with their names, below it. Each component has an account
// and each parent a cluster, because names are unique in them.
func belowParents(t *testing.T, resources map[string]any, parents map[string]string) map[string]any {
	t.Helper()
	all := map[string]any{}
	for parent, kind := range parents {
		all[parent] = map[string]any{"type": kind}
		for name, each := range resources {
			text, err := json.Marshal(each)
			require.NoError(t, err)
			text = reference.ReplaceAll(text, []byte("$${"+parent+"-$1"))
			text = unique.ReplaceAll(text, []byte(`$1"`+parent+`-$2"`))
			var copied struct {
				Type       string         `json:"type" yaml:"type"`
				Name       string         `json:"name" yaml:"name"`
				Properties any            `json:"properties" yaml:"properties,omitempty"`
				Options    map[string]any `json:"options" yaml:"options,omitempty"`
			}
			require.NoError(t, json.Unmarshal(text, &copied))
			copied.Name = name
			if copied.Options == nil {
				copied.Options = map[string]any{}
			}
			copied.Options["parent"] = fmt.Sprintf("${%s}", parent)
			if strings.HasPrefix(copied.Type, "openshift-aws:") {
				providers, _ := copied.Options["providers"].([]any)
				account := parent + "-" + name + "-account"
				copied.Options["providers"] = append(providers, fmt.Sprintf("${%s}", account))
				all[account] = map[string]any{
					"type": "pulumi:providers:aws", "properties": map[string]any{"region": "us-east-2", "profile": account},
				}
			}
			all[parent+"-"+name] = copied
		}
	}
	return all
}

var (
	// reference is the begin of a reference in a YAML program.
	reference = regexp.MustCompile(`\$\{([a-z])`)
	// unique are names that are unique in all accounts, and that of a cluster.
	unique = regexp.MustCompile(`("name":|"clusterIdentifier":)"((self|hosted|external|classic|demo)[^"]*)"`)
)
