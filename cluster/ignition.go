package cluster

import (
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/vincent-petithory/dataurl"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// The age of Ignition: `create ignition-configs` adds certificates of the kubelet, the API server and the aggregator that expire
// after 24 hours (openshift/installer release-4.19 pkg/asset/tls, ValidityOneDay), and the installer recommends to use it within 12
// (docs/user/aws/install_upi.md).
const (
	ignitionAdvised = 12 * time.Hour
	ignitionLimit   = 24 * time.Hour
)

// userDataLimit is EC2's maximum size of user data in bytes, before base64.
const userDataLimit = 16 * 1024

// ignition is the part of an Ignition file that is checked (coreos/ignition docs/configuration-v3_2.md).
type ignition struct {
	Ignition struct {
		Version string `json:"version"`
		Config  struct {
			Merge   []ignitionSource `json:"merge"`
			Replace *ignitionSource  `json:"replace"`
		} `json:"config"`
		Security struct {
			TLS struct {
				CertificateAuthorities []ignitionSource `json:"certificateAuthorities"`
			} `json:"tls"`
		} `json:"security"`
	} `json:"ignition"`
	Storage struct {
		Files []json.RawMessage `json:"files"`
	} `json:"storage"`
	Systemd struct {
		Units []json.RawMessage `json:"units"`
	} `json:"systemd"`
}

type ignitionSource struct {
	Source string `json:"source"`
}

// ignitionText is an Ignition config that is checked.
type ignitionText struct {
	problems *check.Problems
	// at returns the path of a field; that of the config if the field is empty.
	at   func(field string) check.Path
	text []byte
}

// decode returns the config, and reports whether it is one.
func (i ignitionText) decode() (found ignition, ok bool) {
	if err := json.Unmarshal(i.text, &found); err != nil {
		i.problems.Addf(i.at(""), "is not valid JSON (%v); %s in a new directory", err, createIgnition)
		return found, false
	}
	path := i.at("ignition.version")
	if i.problems.RequiredFormat(path, found.Ignition.Version, check.Version.WithExample("3.2.0")) {
		if version, _ := check.Release(found.Ignition.Version); version.Major != 3 {
			i.problems.Addf(path, "must be version 3, which OpenShift 4.6 and later generate (got %s)", version)
		}
	}
	return found, true
}

// checkBootstrap checks the bootstrap machine's Ignition. It is downloaded from a bucket, so its size is not limited.
func (i ignitionText) checkBootstrap() {
	found, ok := i.decode()
	if !ok {
		return
	}
	config := found.Ignition.Config
	switch {
	case config.Replace != nil:
		i.problems.Addf(i.at("ignition.config.replace"), "must not be set: it must be the complete Ignition of the bootstrap machine")
	case len(config.Merge) > 0:
		i.problems.Addf(i.at("ignition.config.merge"), "must not be set: it must be the complete Ignition of the bootstrap machine")
	case len(found.Storage.Files) == 0 || len(found.Systemd.Units) == 0:
		i.problems.Addf(i.at(""), "must have storage.files and systemd.units; %s in a new directory", createIgnition)
	}
}

// checkPointer checks the Ignition that refers a machine to the machine config server of the domain, and returns when the CA of that
// server was created; zero if there is none. An empty domain is not compared. The domain is the one of origin.
func (i ignitionText) checkPointer(role, domain, origin string) (created time.Time) {
	found, ok := i.decode()
	if !ok {
		return created
	}
	if len(i.text) > userDataLimit {
		i.problems.Addf(i.at(""), "must have at most %d bytes, the limit of EC2's user data (has %d)", userDataLimit, len(i.text))
	}
	i.checkSource(role, domain, origin, found.Ignition.Config.Merge)
	return i.checkAuthority(found.Ignition.Security.TLS.CertificateAuthorities)
}

func (i ignitionText) checkSource(role, domain, origin string, merge []ignitionSource) {
	path := i.at("ignition.config.merge[0].source")
	if len(merge) == 0 {
		i.problems.Addf(path, "is missing; %s in a new directory", createIgnition)
		return
	}
	source, err := url.Parse(merge[0].Source)
	wantPath := "/config/" + role
	wantHost := fmt.Sprintf("api-int.%s:%d", domain, machineConfigPort)
	switch {
	case err != nil || source.Scheme != "https" || source.Path != wantPath:
		i.problems.Addf(path, "must be https://%s%s (got %s)", wantHost, wantPath, merge[0].Source)
	case domain != "" && source.Host != wantHost:
		i.problems.Addf(path, "must be https://%s%s, of the cluster in %s (got %s)", wantHost, wantPath, origin, merge[0].Source)
	}
}

const authorityField = "ignition.security.tls.certificateAuthorities[0].source"

// checkAuthority checks the CA that the machine trusts, and returns when it was created. It is valid for ten years, but `create manifests` creates a new one for each
// directory (openshift/installer release-4.19 pkg/asset/manifests/operators.go and pkg/asset/tls/root.go), so the Ignition's
// one-day certificates are at most as old.
func (i ignitionText) checkAuthority(authorities []ignitionSource) (created time.Time) {
	path := i.at(authorityField)
	if len(authorities) == 0 {
		i.problems.Addf(path, "is missing; %s in a new directory", createIgnition)
		return created
	}
	created, err := authorityCreated(authorities[0].Source)
	if err != nil {
		i.problems.Addf(path, "%v; %s in a new directory", err, createIgnition)
	}
	return created
}

// ignition reads an Ignition file.
func (r *installDirReader) ignition(file string) (found ignitionText, ok bool) {
	text := r.read(file)
	at := func(field string) check.Path { return r.at(file, field) }
	return ignitionText{problems: &r.problems, at: at, text: text}, len(text) > 0
}

// bootstrap reads the bootstrap machine's Ignition.
func (r *installDirReader) bootstrap() []byte {
	found, ok := r.ignition("bootstrap.ign")
	if ok {
		found.checkBootstrap()
	}
	return found.text
}

// pointer reads the Ignition of a role's machines.
func (r *installDirReader) pointer(role, domain string) []byte {
	file := role + ".ign"
	found, ok := r.ignition(file)
	if !ok {
		return nil
	}
	created := found.checkPointer(role, domain, metadataFile)
	// master.ign and worker.ign have the same certificate; its age is reported once.
	if role == masterRole && !created.IsZero() {
		r.checkAge(found.at(authorityField), r.now().Sub(created))
	}
	return found.text
}

func (r *installDirReader) checkAge(path check.Path, age time.Duration) {
	switch {
	case r.allowExpired:
	case age > ignitionLimit:
		r.problems.Addf(path, "the installer's CA was created %s ago, and the Ignition's certificates expire after %s; "+
			"%s in a new directory, or pass AllowExpiredIgnition() if the cluster is installed or the Ignition is newer than the CA",
			wholeHours(age), wholeHours(ignitionLimit), createIgnition)
	case age > ignitionAdvised:
		r.warnings = append(r.warnings, fmt.Sprintf("%s: the installer's CA was created %s ago, and the Ignition's certificates expire "+
			"after %s; complete the bootstrap before", path, wholeHours(age), wholeHours(ignitionLimit)))
	}
}

// authorityCreated returns when the certificate in a data URL was created.
func authorityCreated(source string) (time.Time, error) {
	// The same decoder as Ignition's.
	decoded, err := dataurl.DecodeString(source)
	if err != nil {
		return time.Time{}, errors.New("must be a data URL (RFC 2397)")
	}
	block, _ := pem.Decode(decoded.Data)
	if block == nil || block.Type != "CERTIFICATE" {
		return time.Time{}, errors.New("must contain a PEM certificate")
	}
	certificate, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		return time.Time{}, fmt.Errorf("must contain a valid certificate (%w)", err)
	}
	return certificate.NotBefore, nil
}
