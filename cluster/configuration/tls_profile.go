package configuration

import (
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tlsprofile"
)

// CustomTLSProfileArgs are the ciphers (Ciphers) and the minimum TLS version (MinVersion) of the TLS security profile Custom: for a
// policy that neither Old nor Intermediate meets. configuration.CustomTLSProfileArgs and machineconfig.CustomTLSProfileArgs are the same
// type.
type CustomTLSProfileArgs = tlsprofile.CustomTLSProfileArgs
