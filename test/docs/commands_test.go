package docs

import (
	"bufio"
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// commandLines returns the indented lines of a page, with continued lines joined and comments removed.
func commandLines(t *testing.T, page string) []string {
	t.Helper()
	var all []string
	scanner := bufio.NewScanner(strings.NewReader(strings.ReplaceAll(read(t, page), "\\\n", " ")))
	scanner.Buffer(nil, 1<<20)
	for scanner.Scan() {
		if line, indented := strings.CutPrefix(scanner.Text(), "    "); indented {
			line, _, _ = strings.Cut(line, " #")
			all = append(all, strings.TrimSpace(line))
		}
	}
	require.NoError(t, scanner.Err())
	for _, found := range inlineCommand.FindAllStringSubmatch(read(t, page), -1) {
		all = append(all, strings.Join(strings.Fields(found[1]), " "))
	}
	return all
}

// inlineCommand is a command in a sentence or a comment: `pulumi stack rm`.
var inlineCommand = regexp.MustCompile("`((?:pulumi|go|openshift-install|ccoctl|rosa|oc|aws) [^`]+)`")

// program is a command of a command line, also in $(...), with its arguments up to the next operator.
var program = regexp.MustCompile(`(?:^|[|;&(]\s*)(pulumi|openshift-install|go|ccoctl|rosa|oc|aws) ([^|;&)$]*)`)

// subcommands are those of the pages that exist, with their flags. The rows of openshift-install are of release-4.19
// (cmd/openshift-install), those of ccoctl of openshift/cloud-credential-operator release-4.19 (pkg/cmd/provisioning), those of rosa of
// openshift/rosa master d80ba25 (cmd), those of oc of openshift/oc main 6b8e30c5b (pkg/cli, vendor/k8s.io/kubectl and client-go), and those
// of aws of the models in botocore 1.37, whose operations and members are its sub-commands and flags.
var subcommands = map[string]map[string][]string{
	"pulumi": {
		"cancel":          nil,
		"config":          nil,
		"config env add":  nil,
		"config rm":       nil,
		"config set":      {"--secret", "--path"},
		"destroy":         {"--remove", "--run-program", "--stack", "--target", "--target-dependents"},
		"env edit":        nil,
		"env init":        nil,
		"import":          nil,
		"install":         nil,
		"login":           nil,
		"new":             {"--generate-only"},
		"package add":     nil,
		"plugin install":  {"--checksum", "--server"},
		"preview":         {"--diff", "--import-file", "--policy-pack", "--policy-pack-config", "--refresh"},
		"refresh":         {"--clear-pending-creates"},
		"stack":           {"--show-ids", "--show-urns"},
		"stack export":    {"--file"},
		"stack init":      {"--secrets-provider"},
		"stack ls":        {"--json"},
		"stack output":    {"--cwd", "--stack"},
		"stack rm":        {"--force", "--preserve-config"},
		"stack select":    {"--create", "--secrets-provider"},
		"state delete":    {"--target-dependents"},
		"state unprotect": nil,
		"up": {
			"--event-log", "--exclude", "--exclude-dependents", "--parallel", "--refresh", "--replace", "--stack", "--target",
			"--skip-preview", "--target-dependents",
		},
	},
	"openshift-install": {
		"coreos print-stream-json":    nil,
		"create ignition-configs":     {"--dir"},
		"create manifests":            {"--dir"},
		"destroy cluster":             {"--dir"},
		"gather bootstrap":            {"--bootstrap", "--master", "--dir"},
		"version":                     nil,
		"wait-for bootstrap-complete": {"--dir"},
		"wait-for install-complete":   {"--dir"},
	},
	"ccoctl": {
		"aws create-all": {
			"--create-private-s3-bucket", "--credentials-requests-dir", "--name", "--output-dir", "--public-key-file", "--region",
		},
		"aws delete": {"--name", "--region"},
	},
	"rosa": {
		"create account-roles": {"--hosted-cp", "--mode", "--prefix"},
		"create admin":         nil,
		"create cluster": {
			"--cluster-name", "--hosted-cp", "--no-cni", "--oidc-config-id", "--operator-roles-prefix", "--sts", "--subnet-ids",
		},
		"create external-auth-provider":  {"--cluster"},
		"create machinepool":             {"--cluster", "--use-spot-instances"},
		"create network":                 {"--param"},
		"create oidc-config":             {"--managed", "--mode"},
		"create ocm-role":                {"--admin", "--mode", "--no-console", "--prefix", "--yes"},
		"create operator-roles":          {"--hosted-cp", "--mode", "--oidc-config-id", "--prefix", "--role-arn"},
		"create user-role":               {"--mode", "--prefix"},
		"delete cluster":                 {"--cluster", "--watch"},
		"delete machinepool":             nil,
		"delete upgrade":                 {"--cluster"},
		"describe cluster":               {"--cluster"},
		"describe upgrade":               {"--cluster", "--machinepool"},
		"edit cluster":                   {"--cluster", "--channel", "--enable-delete-protection", "--private"},
		"edit ingress":                   {"--cluster", "--component-routes", "--private"},
		"install addon":                  nil,
		"link ocm-role":                  {"--role-arn"},
		"list account-roles":             nil,
		"list clusters":                  nil,
		"list oidc-config":               nil,
		"list operator-roles":            nil,
		"list upgrades":                  {"--cluster", "--machinepool"},
		"list versions":                  {"--channel-group", "--hosted-cp"},
		"login":                          {"--use-auth-code"},
		"logs install":                   {"--cluster", "--tail", "--watch"},
		"revoke break-glass-credentials": nil,
		"upgrade cluster":                {"--cluster", "--schedule", "--schedule-date", "--schedule-time", "--version"},
		"upgrade machinepool":            {"--cluster", "--schedule", "--schedule-date", "--schedule-time", "--version"},
		"verify quota":                   nil,
	},
	"oc": {
		"adm certificate approve":              nil,
		"adm drain":                            {"--delete-emptydir-data", "--ignore-daemonsets"},
		"adm groups":                           nil,
		"adm policy add-cluster-role-to-group": nil,
		"adm reboot-machine-config-pool":       nil,
		"adm policy add-cluster-role-to-user":  {"--serviceaccount"},
		"adm upgrade":                          {"--clear", "--to"},
		"adm wait-for-node-reboot":             {"--all"},
		"adm wait-for-stable-cluster":          {"--minimum-stable-period"},
		"annotate":                             {"--overwrite"},
		"apply":                                nil,
		"config new-admin-kubeconfig":          nil,
		"config set-cluster":                   {"--certificate-authority", "--embed-certs", "--tls-server-name"},
		"config set-context":                   {"--cluster", "--user"},
		"config set-credentials":               nil,
		"config use-context":                   nil,
		"config view":                          nil,
		"create job":                           {"--from"},
		"create namespace":                     nil,
		"create route edge":                    {"--port", "--service"},
		"create serviceaccount":                nil,
		"create token":                         {"--duration"},
		"debug":                                {"--quiet"},
		"describe":                             nil,
		"delete":                               {"--all", "--wait"},
		"extract":                              {"--keys", "--to"},
		"get":                                  {"--field-selector"},
		"label":                                nil,
		"login":                                {"--certificate-authority", "--client-id", "--exec-plugin", "--issuer-url", "--username"},
		"logs":                                 {"--all-containers"},
		"new-app":                              {"--image", "--name"},
		"new-project":                          nil,
		"patch":                                {"--type"},
		"rollout restart":                      nil,
		"rsh":                                  nil,
		"scale":                                {"--replicas"},
		"wait":                                 {"--for", "--timeout"},
		"whoami":                               nil,
	},
	"aws": {
		"autoscaling suspend-processes":          {"--auto-scaling-group-name"},
		"configure export-credentials":           {"--format"},
		"configure sso":                          nil,
		"ec2 authorize-security-group-ingress":   {"--group-id", "--port", "--protocol", "--source-group"},
		"ec2 create-instance-connect-endpoint":   {"--security-group-ids", "--subnet-id"},
		"ec2 delete-security-group":              {"--group-id"},
		"ec2 describe-route-tables":              {"--filters"},
		"ec2 describe-security-groups":           {"--filters"},
		"ec2 describe-subnets":                   {"--filters"},
		"ec2 describe-tags":                      {"--filters"},
		"ec2 describe-vpcs":                      {"--filters"},
		"ec2 get-console-output":                 {"--instance-id", "--latest"},
		"ec2 modify-instance-metadata-defaults":  {"--http-put-response-hop-limit", "--http-tokens"},
		"ec2 stop-instances":                     {"--instance-ids"},
		"ec2-instance-connect open-tunnel":       {"--instance-id"},
		"elbv2 describe-load-balancers":          nil,
		"iam attach-role-policy":                 {"--policy-arn", "--role-name"},
		"iam create-policy":                      {"--policy-document", "--policy-name"},
		"iam create-service-linked-role":         {"--aws-service-name"},
		"iam get-instance-profile":               {"--instance-profile-name"},
		"iam get-role":                           {"--role-name"},
		"iam list-role-policies":                 {"--role-name"},
		"kms create-alias":                       {"--alias-name", "--target-key-id"},
		"kms create-key":                         {"--description"},
		"resourcegroupstaggingapi get-resources": {"--tag-filters"},
		"route53 create-hosted-zone":             {"--caller-reference", "--name"},
		"route53 delete-hosted-zone":             {"--id"},
		"route53 get-hosted-zone":                {"--id"},
		"route53 list-hosted-zones-by-name":      {"--dns-name"},
		"route53 list-resource-record-sets":      {"--hosted-zone-id"},
		"s3 cp":                                  nil,
		"s3 ls":                                  nil,
		"s3 rb":                                  nil,
		"s3api create-bucket":                    {"--bucket", "--create-bucket-configuration"},
		"s3api put-bucket-versioning":            {"--bucket", "--versioning-configuration"},
		"service-quotas get-service-quota":       {"--quota-code", "--service-code"},
		"service-quotas request-service-quota-increase": {
			"--desired-value", "--quota-code", "--service-code",
		},
		"ssm start-session":       {"--document-name", "--parameters", "--target"},
		"sts get-caller-identity": nil,
	},
}

// globalFlags are flags of all sub-commands.
var globalFlags = map[string][]string{
	"rosa": {"--profile", "--region"},
	"oc":   {"--kubeconfig", "--namespace", "--output", "--server", "--token"},
	"aws":  {"--output", "--query", "--region"},
}

// namespaceFirst is a namespace before the sub-command.
var namespaceFirst = regexp.MustCompile(`^-n \S+ `)

var flagName = regexp.MustCompile(`(?:^|\s)(--[a-z0-9-]+)`)

// TestCommandsInPages checks the sub-commands and flags of pulumi, openshift-install, ccoctl, rosa, oc and aws, and that `go run` and
// `go test` name folders that exist.
func TestCommandsInPages(t *testing.T) {
	t.Parallel()
	for _, page := range pages(t) {
		for _, line := range commandLines(t, page) {
			for _, found := range program.FindAllStringSubmatch(line, -1) {
				if found[1] == "go" {
					checkGo(t, page, found[2])
					continue
				}
				checkSubcommand(t, page, found[1], found[2])
			}
		}
	}
}

// TestStacksAreCreatedInTheFolder: the project in the root of the repository is that of examples/classic.
func TestStacksAreCreatedInTheFolder(t *testing.T) {
	t.Parallel()
	for _, page := range files(t, "examples/*/README.md") {
		lines, folder := commandLines(t, page), "cd examples/"+filepath.Base(filepath.Dir(page))
		if folder == "cd examples/classic" {
			continue
		}
		for i, line := range lines {
			if strings.HasPrefix(line, "pulumi stack init") {
				assert.Equal(t, folder, lines[max(0, i-1)], page)
			}
		}
	}
}

// checkGo asserts that the packages of `go run` and `go test` exist.
func checkGo(t *testing.T, page, arguments string) {
	t.Helper()
	words := strings.Fields(arguments)
	commands := []string{"build", "doc", "env", "generate", "get", "install", "list", "mod", "run", "test", "tool", "vet"}
	assert.Contains(t, commands, words[0], "%s: go %s", page, arguments)
	for _, word := range words[1:] {
		folder, local := strings.CutPrefix(word, "./")
		if !local || folder == "..." {
			continue
		}
		_, err := os.Stat(filepath.Join(root, strings.TrimSuffix(folder, "/...")))
		assert.NoError(t, err, "%s: go %s", page, arguments)
	}
}

func checkSubcommand(t *testing.T, page, command, arguments string) {
	t.Helper()
	words := strings.Fields(namespaceFirst.ReplaceAllString(arguments, ""))
	for count := min(3, len(words)); count > 0; count-- {
		flags, exists := subcommands[command][strings.Join(words[:count], " ")]
		if !exists {
			continue
		}
		for _, flag := range flagName.FindAllStringSubmatch(" "+strings.Join(words[count:], " "), -1) {
			assert.Contains(t, append(flags, globalFlags[command]...), flag[1], "%s: %s %s", page, command, arguments)
		}
		return
	}
	assert.Fail(t, "unknown sub-command", "%s: %s %s", page, command, arguments)
}

// aliases are names of the pages for sub-commands that have another first name.
var aliases = map[string]string{
	"config rm":  "config remove",
	"stack init": "stack new",
	"stack ls":   "stack list",
	"stack rm":   "stack remove",
}

// TestSubcommandsExist compares the table with the reference that the pulumi on PATH writes, if there is one.
func TestSubcommandsExist(t *testing.T) {
	t.Parallel()
	cli, err := exec.LookPath("pulumi")
	if err != nil {
		t.Log("no pulumi on PATH")
		return
	}
	dir := t.TempDir()
	output, err := exec.Command(cli, "gen-markdown", dir).CombinedOutput()
	require.NoError(t, err, string(output))
	for subcommand, flags := range subcommands["pulumi"] {
		name := cmp.Or(aliases[subcommand], subcommand)
		file := filepath.Join(dir, "pulumi_"+strings.ReplaceAll(name, " ", "_")+".md")
		if _, err := os.Stat(file); err != nil {
			// Earlier releases have the other name only.
			file = filepath.Join(dir, "pulumi_"+strings.ReplaceAll(subcommand, " ", "_")+".md")
		}
		reference := read(t, file)
		for _, flag := range flags {
			assert.Regexp(t, flag+`\b`, reference, "pulumi %s", subcommand)
		}
	}
}
