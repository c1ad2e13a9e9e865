package docs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// othersMessages are quoted messages that are not of this library, and whose they are.
var othersMessages = map[string]string{
	"signal: killed":     "Go",
	"... already exists": "Kubernetes",
	"hot loop detected":  "OpenShift's machine-config operator",
	"x509: certificate signed by unknown authority":             "Go's crypto/x509",
	"configured Kubernetes cluster is unreachable":              "pulumi-kubernetes",
	"the stack is currently locked":                             "Pulumi",
	"grpc: the client connection is closing":                    "Pulumi",
	"pending operations":                                        "Pulumi",
	"AlreadyExists":                                             "Kubernetes",
	"HostedZoneAlreadyExists":                                   "Route 53",
	"connection refused":                                        "the operating system",
	"EOF":                                                       "Go",
	`Invalid value: "null": ... must be of type object`:         "Kubernetes",
	"timed out waiting to be Ready":                             "pulumi-kubernetes",
	"DependencyViolation":                                       "EC2",
	"BucketNotEmpty":                                            "S3",
	"attribute value cannot be changed: Attribute awsSubnetIds": "RHCS",
}

var variables = regexp.MustCompile(`\.\.\.|[0-9][0-9.]*|\bdemo\b|\bUpgradePending\b`)

// TestMessagesInPages asserts that the messages that the pages about problems have as headings exist: in a text of the library's code, or
// in the list of others' messages.
func TestMessagesInPages(t *testing.T) {
	t.Parallel()
	var page strings.Builder
	for _, file := range files(t, "docs/troubleshooting*.md", "docs/interrupted.md") {
		page.WriteString(read(t, file))
	}
	texts := textsOfTheCode(t)
	quoted := map[string]bool{}
	for _, heading := range heading.FindAllStringSubmatch(page.String(), -1) {
		for _, span := range codeSpan.FindAllStringSubmatch(heading[1], -1) {
			message := strings.Join(strings.Fields(span[1]), " ")
			if strings.Contains(message, " ") || othersMessages[message] != "" {
				quoted[message] = true
			}
		}
	}
	require.NotEmpty(t, quoted)
	for message := range quoted {
		if othersMessages[message] == "" {
			assert.Empty(t, missingParts(message, texts), "a heading quotes %q, of which the code has no such part", message)
		}
	}
	for message := range othersMessages {
		assert.True(t, quoted[message], "no heading quotes %q", message)
	}
}

// missingParts returns the parts of a message between its variables that no text contains.
func missingParts(message, texts string) (missing []string) {
	for _, part := range variables.Split(message, -1) {
		if part = strings.Trim(part, " ,;:()"); len(part) > 3 && !strings.Contains(texts, part) {
			missing = append(missing, part)
		}
	}
	return missing
}

func TestMissingParts(t *testing.T) {
	t.Parallel()
	const texts = "the CA was created %d hours ago\nwaiting for %s to finish"
	assert.Empty(t, missingParts("the CA was created 31 hours ago", texts))
	assert.Equal(t, []string{"to end"}, missingParts("waiting for ... to end", texts))
}

// textsOfTheCode returns the strings of the module's code, without tests, one after the other.
func textsOfTheCode(t *testing.T) string {
	t.Helper()
	var texts strings.Builder
	for _, path := range sources(t, ".go") {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		ast.Inspect(file, func(node ast.Node) bool {
			if literal, isLiteral := node.(*ast.BasicLit); isLiteral && literal.Kind == token.STRING {
				if text, err := strconv.Unquote(literal.Value); err == nil {
					texts.WriteString(text) // Long texts are sums of literals.
				}
			}
			return true
		})
	}
	return texts.String()
}
