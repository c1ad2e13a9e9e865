// Package ststest has an STS that verifies signatures, and the instance metadata service of instances whose credentials it knows.
package ststest

import (
	"bufio"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
	"github.com/stretchr/testify/require"
)

const (
	// Region is the region of the STS, and Host its name.
	Region = "us-east-2"
	Host   = "sts." + Region + ".amazonaws.com"

	// validity is the lifetime of a presigned request of STS (kubernetes-sigs/aws-iam-authenticator pkg/token/token.go,
	// presignedURLExpiration).
	validity = 15 * time.Minute
	dates    = "20060102T150405Z"
)

// Session is a session of a role.
type Session struct {
	ARN                  string
	KeyID, Secret, Token string
}

// Instance returns the session of a role's instance. Its name is the instance's ID.
func Instance(account, role, id string) Session {
	sum := sha256.Sum256([]byte(account + role + id))
	return Session{
		ARN:    fmt.Sprintf("arn:aws:sts::%s:assumed-role/%s/%s", account, role, id),
		KeyID:  "ASIA" + strings.ToUpper(hex.EncodeToString(sum[:8])),
		Secret: "wJalr/XUtnFEMI+K7MDENG/" + hex.EncodeToString(sum[8:16]),
		Token:  "IQoJb3Jp//Z2luX2Vj+" + hex.EncodeToString(sum[:]) + "==",
	}
}

// Presign returns the query of a GetCallerIdentity, signed by the AWS SDK with headers.
func (s Session) Presign(headers http.Header, at time.Time) url.Values {
	request, err := http.NewRequest(http.MethodGet, "https://"+Host+
		"/?Action=GetCallerIdentity&Version=2011-06-15&X-Amz-Expires=900", http.NoBody)
	if err != nil {
		panic(err)
	}
	request.Header = headers
	empty := sha256.Sum256(nil)
	signed, _, err := v4.NewSigner().PresignHTTP(context.Background(), aws.Credentials{
		AccessKeyID: s.KeyID, SecretAccessKey: s.Secret, SessionToken: s.Token,
	}, request, hex.EncodeToString(empty[:]), "sts", Region, at)
	if err != nil {
		panic(err)
	}
	address, err := url.Parse(signed)
	if err != nil {
		panic(err)
	}
	return address.Query()
}

// Server is an STS behind a proxy.
type Server struct {
	// Proxy is the URL of the proxy, and Authority the file with the CA of its certificate.
	Proxy, Authority string
	// Now is the clock.
	Now func() time.Time
	// Answer replaces what STS does; nil for that.
	Answer http.HandlerFunc

	certificate tls.Certificate
	mutex       sync.Mutex
	hosts       []string
	sessions    map[string]Session
}

// New starts an STS that knows sessions.
func New(t testing.TB, sessions ...Session) *Server {
	t.Helper()
	s := &Server{Now: time.Now, sessions: map[string]Session{}, certificate: newCertificate(t)}
	for _, session := range sessions {
		s.sessions[session.KeyID] = session
	}
	s.Authority = filepath.Join(t.TempDir(), "ca.pem")
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.certificate.Certificate[0]})
	require.NoError(t, os.WriteFile(s.Authority, text, 0o600))
	server := httptest.NewServer(http.HandlerFunc(s.connect))
	t.Cleanup(server.Close)
	s.Proxy = server.URL
	return s
}

// Hosts returns the hosts that were connected to.
func (s *Server) Hosts() []string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return append([]string{}, s.hosts...)
}

// connect serves one request of the connection.
func (s *Server) connect(w http.ResponseWriter, r *http.Request) {
	s.mutex.Lock()
	s.hosts = append(s.hosts, r.Host)
	s.mutex.Unlock()
	raw, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	defer func() { _ = raw.Close() }()
	fmt.Fprint(raw, "HTTP/1.1 200 OK\r\n\r\n")
	connection := tls.Server(raw, &tls.Config{Certificates: []tls.Certificate{s.certificate}, MinVersion: tls.VersionTLS12})
	defer func() { _ = connection.Close() }()
	request, err := http.ReadRequest(bufio.NewReader(connection))
	if err != nil {
		return
	}
	recorder := httptest.NewRecorder()
	if s.Answer != nil {
		s.Answer(recorder, request)
	} else {
		s.getCallerIdentity(recorder, request)
	}
	response := recorder.Result()
	response.ContentLength, response.Close = int64(recorder.Body.Len()), true
	_ = response.Write(connection)
}

// getCallerIdentity signs the request again, and compares the signatures.
func (s *Server) getCallerIdentity(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	id, _, _ := strings.Cut(query.Get("X-Amz-Credential"), "/")
	session, known := s.sessions[id]
	at, err := time.Parse(dates, query.Get("X-Amz-Date"))
	headers := http.Header{}
	for name := range strings.SplitSeq(query.Get("X-Amz-SignedHeaders"), ";") {
		if name != "host" {
			headers[http.CanonicalHeaderKey(name)] = r.Header.Values(name)
		}
	}
	switch age := s.Now().Sub(at); {
	case err != nil || r.Host != Host || r.Method != http.MethodGet:
		w.WriteHeader(http.StatusBadRequest)
	case !known:
		reject(w, "InvalidClientTokenId")
	case age > validity || age < -validity:
		reject(w, "SignatureDoesNotMatch")
	case session.Presign(headers, at).Encode() != query.Encode():
		reject(w, "SignatureDoesNotMatch")
	default:
		fmt.Fprintf(w, `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult>`+
			`<Arn>%s</Arn></GetCallerIdentityResult></GetCallerIdentityResponse>`, session.ARN)
	}
}

func reject(w http.ResponseWriter, code string) {
	w.WriteHeader(http.StatusForbidden)
	fmt.Fprintf(w, "<ErrorResponse><Error><Code>%s</Code></Error></ErrorResponse>", code)
}

func newCertificate(t testing.TB) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), DNSNames: []string{Host}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour), IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	require.NoError(t, err)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

// Metadata starts the instance metadata service of an instance with a session. It requires IMDSv2.
func Metadata(t testing.TB, role string, session Session) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		const base = "/latest/meta-data/"
		switch {
		case r.URL.Path == "/latest/api/token" && r.Method == http.MethodPut:
			fmt.Fprint(w, "metadata-token")
		case r.Header.Get("X-Aws-Ec2-Metadata-Token") != "metadata-token":
			w.WriteHeader(http.StatusUnauthorized)
		case r.URL.Path == base+"placement/region":
			fmt.Fprint(w, Region)
		case r.URL.Path == base+"services/domain":
			fmt.Fprint(w, "amazonaws.com")
		case r.URL.Path == base+"iam/security-credentials/":
			fmt.Fprint(w, role)
		case r.URL.Path == base+"iam/security-credentials/"+role:
			fmt.Fprintf(w, "{\n  \"Code\" : \"Success\",\n  \"AccessKeyId\" : %q,\n  \"SecretAccessKey\" : %q,\n  \"Token\" : %q,\n"+
				"  \"Expiration\" : \"2030-01-01T00:00:00Z\"\n}", session.KeyID, session.Secret, session.Token)
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}
