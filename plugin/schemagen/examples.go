package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/openshift-aws/pulumi-openshift-aws/plugin"
)

const (
	// everyComponent is the program that tests run with all components but blueprints.
	everyComponent = "cmd/pulumi-resource-openshift-aws/testdata/every/Pulumi.yaml"
	// convertedExamples are the examples in other languages, by component and language. TestExamplesAreConverted writes them.
	convertedExamples = "plugin/schemagen/testdata/examples.json"
)

var (
	// pages have the programs of the guides, which tests run too. Components that they have are shown as there.
	pages = []string{"docs/languages.md", "docs/programs.md"}
	// needsMore finds a program that reads settings, calls a function, or uses parts of a blueprint, which are optional outputs: Pulumi's
	// generator for TypeScript writes them as if an argument accepted undefined.
	needsMore = regexp.MustCompile(`(?m)^(config|variables):|"\$\{cluster\.`)
	yamlCode  = regexp.MustCompile("(?s)```yaml\n(.*?)```")
	// reference is an output of another resource, or the resource, in a program.
	reference = regexp.MustCompile(`\$\{([\w-]+)([^}]*)\}`)
)

// literals replace the outputs of components that need several others.
var literals = map[string]string{
	"control-plane.privateZoneId": "Z0987654321ABCDEFGHIJ",
	"external.clusterId":          "2a3b4c5d6e7f8g9h",
	"hosted.clusterId":            "2a3b4c5d6e7f8g9h",
	"oidc-provider.arn":           "arn:aws:iam::123456789012:oidc-provider/oidc.example.com/demo",
	"operator-roles.prefix":       "demo",
	`operator-roles.arns["kube-system/control-plane-operator"]`:           "arn:aws:iam::123456789012:role/demo-control-plane-operator",
	`operator-roles.arns["kube-system/kms-provider"]`:                     "arn:aws:iam::123456789012:role/demo-kms-provider",
	`operator-roles.arns["kube-system/kube-controller-manager"]`:          "arn:aws:iam::123456789012:role/demo-kube-controller-manager",
	`operator-roles.arns["openshift-ingress-operator/cloud-credentials"]`: "arn:aws:iam::123456789012:role/demo-ingress-operator",
	"volume-key.arn":                        "arn:aws:kms:us-east-2:123456789012:key/01234567-89ab-cdef-0123-456789abcdef",
	"worker-pool.drainQueueUrl":             "https://sqs.us-east-2.amazonaws.com/123456789012/demo-x7k2p-worker",
	"worker-pool.groupName":                 "demo-x7k2p-worker",
	`workers.machineSetNames["us-east-2a"]`: "demo-x7k2p-worker-us-east-2a",
}

// files are the paths in examples, for what the tests make.
var files = map[string]string{"INSTALL_DIR": "demo", "READY_KUBECONFIG": "demo/auth/kubeconfig", "-----BEGIN PUBLIC KEY-----": "key.pub"}

// examples returns a program in YAML for each component: the component as tests run it, and what it refers to. A component that no program
// has yet has none, which a test of the plugin notices.
func examples(root string) (map[string]string, error) {
	var programs [][]byte
	for _, page := range pages {
		text, err := os.ReadFile(filepath.Join(root, page))
		if err != nil {
			return nil, err
		}
		for _, code := range yamlCode.FindAllSubmatch(text, -1) {
			if !needsMore.Match(code[1]) {
				programs = append(programs, code[1])
			}
		}
	}
	every, err := os.ReadFile(filepath.Join(root, everyComponent))
	if err != nil {
		return nil, err
	}
	programs = append(programs, every)
	examples := map[string]string{}
	for _, text := range programs {
		program, err := newProgram(text)
		if err != nil {
			return nil, err
		}
		for _, component := range plugin.Components {
			if name := program.first(component.Token); name != "" && examples[component.Token] == "" {
				if examples[component.Token], err = program.example(name); err != nil {
					return nil, err
				}
			}
		}
	}
	return examples, nil
}

// program is one in YAML.
type program struct {
	names     []string
	resources map[string]*yaml.Node
}

func newProgram(text []byte) (program, error) {
	var document struct{ Resources yaml.Node }
	if err := yaml.Unmarshal(text, &document); err != nil {
		return program{}, err
	}
	read := program{resources: map[string]*yaml.Node{}}
	for i := 0; i+1 < len(document.Resources.Content); i += 2 {
		name := document.Resources.Content[i].Value
		read.names = append(read.names, name)
		read.resources[name] = document.Resources.Content[i+1]
	}
	return read, nil
}

// first returns the first resource of a type.
func (p program) first(token string) string {
	for _, name := range p.names {
		if of := value(p.resources[name], "type"); of != nil && of.Value == token {
			return name
		}
	}
	return ""
}

// example returns the program with a resource and what it refers to.
func (p program) example(name string) (string, error) {
	needed := []string{name}
	for i := 0; i < len(needed); i++ { // The list grows in the loop.
		for _, other := range rewrite(value(p.resources[needed[i]], "properties")) {
			if !slices.Contains(needed, other) {
				needed = append(needed, other)
			}
		}
	}
	resources := &yaml.Node{Kind: yaml.MappingNode}
	for _, each := range p.names {
		if !slices.Contains(needed, each) {
			continue
		}
		resource := &yaml.Node{Kind: yaml.MappingNode}
		for _, key := range []string{"type", "name", "properties"} {
			if found := value(p.resources[each], key); found != nil {
				resource.Content = append(resource.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: key}, found)
			}
		}
		resources.Content = append(resources.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: each}, resource)
	}
	var text bytes.Buffer
	encoder := yaml.NewEncoder(&text)
	encoder.SetIndent(2)
	err := encoder.Encode(map[string]*yaml.Node{"resources": resources})
	return text.String(), err
}

// rewrite puts what examples have into a value, and returns the resources that it refers to.
func rewrite(node *yaml.Node) (others []string) {
	if node == nil {
		return nil
	}
	node.HeadComment, node.LineComment, node.FootComment = "", "", ""
	if node.Kind != yaml.ScalarNode {
		node.Style = 0
		for _, each := range node.Content {
			others = append(others, rewrite(each)...)
		}
		return others
	}
	for found, path := range files {
		if strings.HasPrefix(node.Value, found) {
			*node = yaml.Node{Kind: yaml.ScalarNode, Value: path}
			if path != files["INSTALL_DIR"] {
				file := *node
				*node = yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{{Kind: yaml.ScalarNode, Value: "fn::readFile"}, &file}}
			}
			return nil
		}
	}
	for _, found := range reference.FindAllStringSubmatch(node.Value, -1) {
		if literal, ok := literals[found[1]+found[2]]; ok {
			node.SetString(literal)
			continue
		}
		others = append(others, found[1])
	}
	return others
}

// value returns the value of a key of a mapping; nil if it has none.
func value(mapping *yaml.Node, key string) *yaml.Node {
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if mapping.Content[i].Value == key {
			return mapping.Content[i+1]
		}
	}
	return nil
}

// exampleTexts returns the sections with the examples of the components. An SDK has the program of its language only.
func exampleTexts(root string) (map[string]string, error) {
	programs, err := examples(root)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(root, convertedExamples))
	if err != nil {
		return nil, err
	}
	var converted map[string]map[string]string
	if err := json.Unmarshal(text, &converted); err != nil {
		return nil, err
	}
	for token, program := range programs {
		programs[token] = "\n\n{{% examples %}}\n## Example Usage\n{{% example %}}\n" +
			"\n```typescript\n" + converted[token]["typescript"] + "```\n\n```python\n" + converted[token]["python"] + "```\n" +
			"\n```yaml\n" + program + "```\n{{% /example %}}\n{{% /examples %}}"
	}
	return programs, nil
}
