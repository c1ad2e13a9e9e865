package golden

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// OfPackage returns the golden files of the package that declares a type. root is the folder of the module.
func OfPackage(t testing.TB, root string, declared reflect.Type) []string {
	t.Helper()
	folder := strings.TrimPrefix(declared.PkgPath(), "github.com/openshift-aws/pulumi-openshift-aws/")
	files, err := filepath.Glob(filepath.Join(root, folder, "testdata", "*.golden"))
	require.NoError(t, err)
	var texts []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		texts = append(texts, string(text))
	}
	return texts
}
