package check_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// FuzzForms matches any text with every format: a text that has a format causes no problem, and another causes one.
func FuzzForms(f *testing.F) {
	for _, tt := range formats {
		for _, text := range append(tt.valid, tt.invalid...) {
			f.Add(text)
		}
	}
	f.Add("stable-4.99999999999999999999")
	f.Add("\xff\xfe")
	f.Fuzz(func(t *testing.T, text string) {
		for name, tt := range formats {
			var p check.Problems
			if tt.format.Match(text) && text != "" {
				assert.True(t, p.RequiredFormat("Path", text, tt.format), name)
				assert.NoError(t, p.Err(), name)
			} else {
				assert.False(t, p.RequiredFormat("Path", text, tt.format), name)
				assert.Len(t, check.Of(p.Err()), 1, name)
			}
		}
	})
}

// FuzzRelease parses any text: a release is written as it was read.
func FuzzRelease(f *testing.F) {
	for _, text := range []string{"4.18.5", "4.18.0-rc.1+abc", "v4.18.5", "4.18", "", "4.18.99999999999999999999"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if version, ok := check.Release(text); ok {
			assert.Equal(t, text, version.String())
		}
	})
}
