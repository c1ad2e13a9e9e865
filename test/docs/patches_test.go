package docs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// patching are the functions of internal/kube that register patches.
var patching = regexp.MustCompile(`^Patch(Forced|Retained|Retaining|WithRetained)?$`)

// TestPatchesAreListed: docs/effects.md lists each component that patches an object of the cluster, with what remains of it.
func TestPatchesAreListed(t *testing.T) {
	t.Parallel()
	listed := map[string]bool{}
	rows := regexp.MustCompile("(?m)^\\| `([a-z]+\\.\\w+)` \\| [^|]+ \\| [^|]+; (?:read|replaced|the update fails)[^|]* \\| [^|]+ \\|$")
	for _, match := range rows.FindAllStringSubmatch(read(t, filepath.Join(root, "docs/effects.md")), -1) {
		listed[match[1]] = true
	}
	found := map[string]bool{}
	for _, dir := range public {
		for _, component := range patchingComponents(t, dir) {
			found[path.Base(dir)+"."+component] = true
		}
	}
	require.Greater(t, len(found), 15)
	assert.Equal(t, found, listed)
}

// deletions are tests that delete a component which patches, and compare what is left in the object with docs/effects.md, by the
// component: directory and function.
var deletions = map[string][]string{
	"configuration.APIServer":            {"test/acceptance TestConfigurationReleases", "test/acceptance TestDayOneObjects"},
	"configuration.DNS":                  {"test/acceptance TestDNSPlacementReverts"},
	"configuration.ExternalOIDC":         {"test/acceptance TestExternalOIDC"},
	"configuration.IdentityProviders":    {"test/acceptance TestConfigurationReleases", "test/acceptance TestDayOneObjects"},
	"configuration.ImageConfig":          {"test/acceptance TestConfigurationReleases", "test/acceptance TestDayOneObjects"},
	"configuration.OperatorHub":          {"test/acceptance TestDayOneObjects"},
	"configuration.Proxy":                {"test/acceptance TestConfigurationReleases", "test/acceptance TestDayOneObjects"},
	"configuration.PullSecret":           {"cluster/configuration TestPullSecretIsRetained"},
	"configuration.Scheduler":            {"test/acceptance TestConfigurationReleases", "test/acceptance TestDayOneObjects"},
	"configuration.Upgrade":              {"test/acceptance TestMachineConfig"},
	"ingress.ComponentRoutes":            {"test/acceptance TestConfigurationReleases"},
	"ingress.IngressController":          {"test/acceptance TestIngressControllerReleases", "test/acceptance TestPublishingReleases"},
	"machineconfig.MachineConfigPool":    {"test/acceptance TestConfigurationReleases", "test/acceptance TestDayOneObjects"},
	"machineconfig.MachineConfiguration": {"test/acceptance TestConfigurationReleases"},
	"storage.ClusterCSIDriver":           {"test/acceptance TestStorage"},
	"storage.ImageRegistry":              {"test/acceptance TestImageRegistryReleases", "test/acceptance TestStorage"},
	"storage.StorageClass":               {"test/acceptance TestStorage"},
	"storage.VolumeSnapshotClass":        {"test/acceptance TestStorage"},
}

// operatorCode is a row of testdata/operator_code.txt: a component and what the operator of its object does with fields that nobody owns,
// in release-4.20.
var operatorCode = regexp.MustCompile(
	`(?m)^([a-z]+\.\w+)\t(?:from 4\.\d+: )?(?:openshift|operator-framework)/[a-z-]+ \S+\.go, \w+.*$`)

// TestDeletionOfPatches: of each component that patches an object, what is left when it is deleted is in its doc comment, its operator's
// code is named in testdata/operator_code.txt, and a test deletes it.
func TestDeletionOfPatches(t *testing.T) {
	t.Parallel()
	var named []string
	for _, match := range operatorCode.FindAllStringSubmatch(read(t, filepath.Join("testdata", "operator_code.txt")), -1) {
		named = append(named, match[1])
	}
	found := 0
	for _, pkg := range packages(t) {
		for _, component := range patchingComponents(t, pkg.dir) {
			found++
			name := path.Base(pkg.dir) + "." + component
			assert.Contains(t, named, name, "a row with the operator's code in testdata/operator_code.txt")
			for _, declared := range pkg.Types {
				if declared.Name == component {
					assert.Regexp(t, `(?i)delet`, declared.Doc, "%s: the doc comment says what is left when it is deleted", name)
				}
			}
			require.NotEmpty(t, deletions[name], "%s: a test that deletes it", name)
			for _, test := range deletions[name] {
				dir, function, _ := strings.Cut(test, " ")
				assert.True(t, testsComponent(t, dir, function, component), "%s: %s", name, test)
			}
		}
	}
	assert.Len(t, named, found)
	assert.Len(t, deletions, found)
}

// testsComponent reports whether the directory has the test, and a test file that registers the component.
func testsComponent(t *testing.T, dir, function, component string) bool {
	t.Helper()
	declared, registered := false, false
	for _, source := range files(t, dir+"/*_test.go") {
		text := read(t, source)
		declared = declared || strings.Contains(text, "func "+function+"(")
		registered = registered || strings.Contains(text, "New"+component+"(") || strings.Contains(text, "New"+component+")")
	}
	// TestMachineConfig deletes the objects of an example.
	return declared && (registered || component == "Upgrade")
}

// patchingComponents returns the components of a package whose constructors call a function that patches.
func patchingComponents(t *testing.T, dir string) []string {
	t.Helper()
	uses, patches := map[string][]string{}, map[string]bool{}
	for _, source := range files(t, dir+"/*.go") {
		if strings.HasSuffix(source, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), source, nil, 0)
		require.NoError(t, err)
		for _, declaration := range file.Decls {
			function, ok := declaration.(*ast.FuncDecl)
			if !ok || function.Body == nil {
				continue
			}
			name := function.Name.Name
			ast.Inspect(function.Body, func(node ast.Node) bool {
				switch n := node.(type) {
				case *ast.SelectorExpr:
					uses[name] = append(uses[name], n.Sel.Name)
					if pkg, isIdent := n.X.(*ast.Ident); isIdent && pkg.Name == "kube" && patching.MatchString(n.Sel.Name) {
						patches[name] = true
					}
				case *ast.Ident:
					uses[name] = append(uses[name], n.Name)
				}
				return true
			})
		}
	}
	var components []string
	for name := range uses {
		if component, ok := strings.CutPrefix(name, "New"); ok && reaches(name, uses, patches, map[string]bool{}) {
			components = append(components, component)
		}
	}
	return components
}

// reaches reports whether a function patches, or one that it uses.
func reaches(name string, uses map[string][]string, patches, seen map[string]bool) bool {
	if seen[name] || patches[name] {
		return patches[name]
	}
	seen[name] = true
	return slices.ContainsFunc(uses[name], func(used string) bool { return reaches(used, uses, patches, seen) })
}
