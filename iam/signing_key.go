package iam

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// SigningKey is the key pair with which a self-managed cluster signs the tokens of its service accounts.
//
// openshift-install reads the private key from tls/bound-service-account-signing-key.key in its directory, and writes it into the
// bootstrap machine's Ignition config. ShortTermCredentials needs the public key only, so that the private key is never in Pulumi's
// state.
type SigningKey struct {
	// Private is the private key, in PEM.
	Private string
	// Public is the public key, in PEM, for ShortTermCredentialsArgs.PublicKey.
	Public string
}

// SigningKeyFile is the file of the private key in the directory of openshift-install (openshift/installer
// pkg/asset/tls/boundsasigningkey.go). openshift-install deletes it when it has read it.
const SigningKeyFile = "tls/bound-service-account-signing-key.key"

// signingKeyBits is the size of ccoctl's keys (openshift/cloud-credential-operator pkg/cmd/provisioning/create_key_pair.go).
const signingKeyBits = 4096

// minSigningKeyBits is the shortest RSA key that RFC 7518, section 3.3, allows for RS256.
const minSigningKeyBits = 2048

// GenerateSigningKey generates an RSA key of 4096 bits. Generate it once for a cluster and keep it: a cluster whose issuer has
// another key cannot assume its roles.
func GenerateSigningKey() (*SigningKey, error) {
	key, err := rsa.GenerateKey(rand.Reader, signingKeyBits)
	if err != nil {
		return nil, fmt.Errorf("generate the signing key of service account tokens: %w", err)
	}
	public, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	if err != nil {
		return nil, fmt.Errorf("encode the signing key of service account tokens: %w", err)
	}
	return &SigningKey{
		Private: string(pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)})),
		Public:  string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: public})),
	}, nil
}

// PublicSigningKey returns the public key, in PEM, of a private key, in PEM. It accepts PKCS #1 and PKCS #8.
func PublicSigningKey(private string) (string, error) {
	block, _ := pem.Decode([]byte(private))
	if block == nil {
		return "", errors.New("the signing key is not in PEM")
	}
	key, err := parsePrivateKey(block.Bytes)
	if err != nil {
		return "", err
	}
	public, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	if err != nil {
		return "", fmt.Errorf("encode the public signing key: %w", err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: public})), nil
}

func parsePrivateKey(der []byte) (*rsa.PrivateKey, error) {
	if key, err := x509.ParsePKCS1PrivateKey(der); err == nil {
		return key, nil
	}
	parsed, err := x509.ParsePKCS8PrivateKey(der)
	if err != nil {
		return nil, errors.New("the signing key is not a private key in PKCS #1 or PKCS #8")
	}
	key, ok := parsed.(*rsa.PrivateKey)
	if !ok {
		return nil, errors.New("the signing key is not an RSA key")
	}
	return key, nil
}

// parsePublicKeys parses public keys in PEM, one after the other. It ignores the types of the PEM blocks, as ccoctl does:
// openshift-install writes RSA PUBLIC KEY.
func parsePublicKeys(text string) ([]*rsa.PublicKey, error) {
	var keys []*rsa.PublicKey
	for rest := []byte(text); len(bytes.TrimSpace(rest)) > 0 || len(keys) == 0; {
		block, after := pem.Decode(rest)
		// What is before a block may be a comment, and what is no block at all would be dropped silently.
		if block == nil {
			if len(keys) > 0 {
				return nil, errors.New("has text after the last public key that is not a public key in PEM")
			}
			return nil, errors.New("is not a public key in PEM")
		}
		key, err := parsePublicKey(block.Bytes)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(keys, func(other *rsa.PublicKey) bool { return other.Equal(key) }) {
			return nil, errors.New("has the same key twice")
		}
		keys, rest = append(keys, key), after
	}
	return keys, nil
}

// haveCommonKey reports whether a key of one text is a key of the other.
func haveCommonKey(one, other string) bool {
	keys, err := parsePublicKeys(one)
	others, errOther := parsePublicKeys(other)
	return err == nil && errOther == nil && slices.ContainsFunc(keys, func(key *rsa.PublicKey) bool {
		return slices.ContainsFunc(others, func(other *rsa.PublicKey) bool { return other.Equal(key) })
	})
}

func parsePublicKey(der []byte) (*rsa.PublicKey, error) {
	parsed, err := x509.ParsePKIXPublicKey(der)
	if err != nil {
		return nil, errors.New("is not a public key in PKIX form (BEGIN PUBLIC KEY)")
	}
	key, ok := parsed.(*rsa.PublicKey)
	if !ok {
		return nil, errors.New("must be an RSA key: OpenShift signs tokens with RS256")
	}
	if key.N.BitLen() < minSigningKeyBits {
		return nil, fmt.Errorf("must have at least %d bits (has %d)", minSigningKeyBits, key.N.BitLen())
	}
	return key, nil
}

// jwk is a JSON Web Key (RFC 7517, section 4; RFC 7518, section 6.3.1).
type jwk struct {
	Use string `json:"use"`
	Kty string `json:"kty"`
	Kid string `json:"kid"`
	Alg string `json:"alg"`
	N   string `json:"n"`
	E   string `json:"e"`
}

// keySet returns the JSON Web Key Set of an issuer. The ID of a key is the one that the API server writes into tokens
// (kubernetes/kubernetes pkg/serviceaccount/jwt.go, keyIDFromPublicKey).
func keySet(public string) (string, error) {
	keys, err := parsePublicKeys(public)
	if err != nil {
		return "", check.Problemf(shortTermCredentialsPath+".PublicKey", "%w", err)
	}
	encode := base64.RawURLEncoding.EncodeToString
	var set []jwk
	for _, key := range keys {
		der, err := x509.MarshalPKIXPublicKey(key)
		if err != nil {
			return "", check.Problemf(shortTermCredentialsPath+".PublicKey", "%w", err)
		}
		id := sha256.Sum256(der)
		set = append(set, jwk{
			Use: "sig", Kty: "RSA", Kid: encode(id[:]), Alg: "RS256",
			N: encode(key.N.Bytes()), E: encode(big.NewInt(int64(key.E)).Bytes()),
		})
	}
	return indented(map[string][]jwk{"keys": set})
}

// discoveryDocument is an issuer's configuration (OpenID Connect Discovery 1.0, section 3).
type discoveryDocument struct {
	Issuer        string   `json:"issuer"`
	JWKSURI       string   `json:"jwks_uri"`
	ResponseTypes []string `json:"response_types_supported"`
	SubjectTypes  []string `json:"subject_types_supported"`
	Algorithms    []string `json:"id_token_signing_alg_values_supported"`
	Claims        []string `json:"claims_supported"`
}

// discovery returns the discovery document of an issuer.
func discovery(issuerURL string) (string, error) {
	return indented(discoveryDocument{
		Issuer:        issuerURL,
		JWKSURI:       issuerURL + "/" + jwksKey,
		ResponseTypes: []string{"id_token"},
		SubjectTypes:  []string{"public"},
		Algorithms:    []string{"RS256"},
		Claims:        []string{"aud", "exp", "sub", "iat", "iss"},
	})
}

func indented(document any) (string, error) {
	text, err := json.MarshalIndent(document, "", "    ")
	return string(text), err
}
