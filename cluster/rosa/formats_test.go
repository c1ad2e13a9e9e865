package rosa

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFormats(t *testing.T) {
	t.Parallel()
	const key = "arn:aws:kms:us-east-2:123456789012:key/"
	tests := map[string]struct {
		isValid        func(string) bool
		valid, invalid []string
	}{
		"keyARN": {
			isValid: isKeyARN,
			valid: []string{
				key + "1234abcd-12ab-4abc-8def-1234567890ab", key + "mrk-" + strings.Repeat("0", 32),
				"arn:aws-us-gov:kms:us-gov-west-1:123456789012:key/1234abcd-12ab-4abc-8def-1234567890ab",
			},
			invalid: []string{
				"1234abcd-12ab-4abc-8def-1234567890ab", key, key + "example", key + "mrk-" + strings.Repeat("0", 31),
				key + "mrk-" + strings.Repeat("g", 32), key + "1234abcd-12ab-6abc-8def-1234567890ab",
				key + "1234abcd-12ab-4abc-7def-1234567890ab", "arn:aws:kms:us-east-2:123456789012:alias/example",
			},
		},
		"creatorARN": {
			isValid: isCreatorARN,
			valid: []string{
				"arn:aws:iam::123456789012:user/ann", "arn:aws:iam::123456789012:user/team/ann@example.com",
				"arn:aws-us-gov:sts::123456789012:assumed-role/admin/ann", "arn:aws:iam::123456789012:role/admin",
			},
			invalid: []string{
				"ann", "arn:aws:iam::123456789012:root", "arn:aws:iam::123456789012:user/", "arn:aws:iam::aws:user/ann",
				"arn:aws:iam::123456789012:group/admins", "arn:aws:iam::123456789012:user/a=b",
				"arn:aws:ec2::123456789012:user/ann", "arn:aws:iam::123456789012:user/" + strings.Repeat("a", 65),
			},
		},
		"principal": {
			isValid: isPrincipal,
			valid: []string{
				"123456789012", "arn:aws:iam::123456789012:root", "arn:aws:iam::123456789012:role/admin",
				"arn:aws:sts::123456789012:assumed-role/admin/ann",
			},
			invalid: []string{"12345", "ann", "arn:aws:iam::aws:role/admin", "arn:aws:s3::123456789012:role/admin"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, text := range tt.valid {
				assert.True(t, tt.isValid(text), "%q is valid", text)
			}
			for _, text := range tt.invalid {
				assert.False(t, tt.isValid(text), "%q is invalid", text)
			}
		})
	}
}
