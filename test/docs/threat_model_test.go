package docs

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

var (
	// testName is a declaration of a test.
	testName = regexp.MustCompile(`(?m)^func (Test\w+)\(t \*testing\.T\)`)
	// testRef is a test that a page names.
	testRef = regexp.MustCompile("^`(?:nodes|nodes/approver|acceptance|cluster|internal/apiclient):(Test\\w+)`$")
)

// TestThreatModelNamesTests asserts that each row of the tables with tests names tests that exist, and that the page
// names each test of an attack.
func TestThreatModelNamesTests(t *testing.T) {
	t.Parallel()
	page := read(t, filepath.Join(root, "docs", "csr-approver.md"))
	exist, tables, rows := map[string]bool{}, 0, 0
	programs := []string{
		"nodes/*approver*_test.go", "nodes/approver/*_test.go", "test/acceptance/kubelet_address_test.go", "cluster/machine_health_test.go",
		"internal/apiclient/*_test.go",
	}
	for _, file := range files(t, programs...) {
		for _, found := range testName.FindAllStringSubmatch(read(t, file), -1) {
			exist[found[1]] = true
		}
	}
	inTable := false
	for line := range strings.SplitSeq(page, "\n") {
		switch {
		case strings.HasSuffix(line, "| tests |"):
			inTable = true
			tables++
		case !strings.HasPrefix(line, "| "):
			inTable = false
		case inTable && !strings.HasPrefix(line, "| ---"):
			rows++
			cells := strings.Split(strings.Trim(line, "| "), " | ")
			for one := range strings.SplitSeq(cells[len(cells)-1], ", ") {
				found := testRef.FindStringSubmatch(one)
				assert.True(t, found != nil && exist[found[1]], "%s: %s is not a test of the program", cells[0], one)
			}
		}
	}
	assert.Equal(t, 4, tables, "what is checked, attacks, attacks on the proof, and on machines of the control plane")
	assert.Greater(t, rows, 20)
	assert.Equal(t, 2, strings.Count(page, "| **succeeds** without proof: "), "the page says that there are two")
	assert.Equal(t, 2, strings.Count(page, "`nodes/approver:TestTheFirstRequestNeedsAProof` |"), "which fail with proof of identity")
	var attacks strings.Builder
	for _, name := range []string{"attacks", "instances", "proof"} {
		attacks.WriteString(read(t, filepath.Join(root, "nodes", "approver", name+"_test.go")))
	}
	for _, found := range testName.FindAllStringSubmatch(attacks.String(), -1) {
		assert.Contains(t, page, "`nodes/approver:"+found[1]+"`", "the page does not name %s", found[1])
	}
}
