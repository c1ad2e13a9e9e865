package configuration

import "github.com/openshift-aws/pulumi-openshift-aws/internal/tlscert"

// TLSCertificate is a certificate with its private key (Certificate and PrivateKey in PEM), or the name of an existing Secret of type
// kubernetes.io/tls in openshift-config with both (SecretName). configuration.TLSCertificate and ingress.TLSCertificate are the same type.
type TLSCertificate = tlscert.TLSCertificate
