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

// ignition reads an Ignition file. It returns no bytes if the file cannot be read.
func (r *installDirReader) ignition(file string) (ignition, []byte) {
	var found ignition
	text := r.readJSON(file, &found)
	if text == nil {
		return found, nil
	}
	path := r.at(file, "ignition.version")
	if r.problems.RequiredForm(path, found.Ignition.Version, check.Version.Like("3.2.0")) {
		if version, _ := check.Release(found.Ignition.Version); version.Major != 3 {
			r.problems.Addf(path, "must be version 3, which OpenShift 4.6 and later generate (got %s)", version)
		}
	}
	return found, text
}

// bootstrap reads the bootstrap machine's Ignition. It is downloaded from a bucket, so its size is not limited.
func (r *installDirReader) bootstrap() []byte {
	const file = "bootstrap.ign"
	found, text := r.ignition(file)
	if text == nil {
		return nil
	}
	config := found.Ignition.Config
	switch {
	case config.Replace != nil:
		r.problems.Addf(r.at(file, "ignition.config.replace"), "must not be set: the file must be the complete Ignition of the bootstrap machine")
	case len(config.Merge) > 0:
		r.problems.Addf(r.at(file, "ignition.config.merge"), "must not be set: the file must be the complete Ignition of the bootstrap machine")
	case len(found.Storage.Files) == 0 || len(found.Systemd.Units) == 0:
		r.problems.Addf(r.at(file, ""), "must have storage.files and systemd.units; %s in a new directory", createIgnition)
	}
	return text
}

// pointer reads the Ignition that refers a machine to the machine config server of the domain. An empty domain is not compared.
func (r *installDirReader) pointer(role, domain string) []byte {
	file := role + ".ign"
	found, text := r.ignition(file)
	if text == nil {
		return nil
	}
	if len(text) > userDataLimit {
		r.problems.Addf(r.at(file, ""), "must have at most %d bytes, the limit of EC2's user data (has %d)", userDataLimit, len(text))
	}
	r.checkSource(file, role, domain, found.Ignition.Config.Merge)
	r.checkAuthority(file, found.Ignition.Security.TLS.CertificateAuthorities)
	return text
}

func (r *installDirReader) checkSource(file, role, domain string, merge []ignitionSource) {
	path := r.at(file, "ignition.config.merge[0].source")
	if len(merge) == 0 {
		r.problems.Addf(path, "is missing; %s in a new directory", createIgnition)
		return
	}
	source, err := url.Parse(merge[0].Source)
	wantPath := "/config/" + role
	wantHost := fmt.Sprintf("api-int.%s:%d", domain, machineConfigPort)
	switch {
	case err != nil || source.Scheme != "https" || source.Path != wantPath:
		r.problems.Addf(path, "must be https://%s%s (got %s)", wantHost, wantPath, merge[0].Source)
	case domain != "" && source.Host != wantHost:
		r.problems.Addf(path, "must be https://%s%s, of the cluster in %s (got %s)", wantHost, wantPath, metadataFile, merge[0].Source)
	}
}

// checkAuthority checks the CA that the machine trusts. It is valid for ten years, but `create manifests` creates a new one for each
// directory (openshift/installer release-4.19 pkg/asset/manifests/operators.go and pkg/asset/tls/root.go), so the Ignition's
// one-day certificates are at most as old.
func (r *installDirReader) checkAuthority(file string, authorities []ignitionSource) {
	path := r.at(file, "ignition.security.tls.certificateAuthorities[0].source")
	if len(authorities) == 0 {
		r.problems.Addf(path, "is missing; %s in a new directory", createIgnition)
		return
	}
	created, err := authorityCreated(authorities[0].Source)
	if err != nil {
		r.problems.Addf(path, "%v; %s in a new directory", err, createIgnition)
		return
	}
	// master.ign and worker.ign have the same certificate; its age is reported once.
	if file == "master.ign" {
		r.checkAge(path, r.now().Sub(created))
	}
}

func (r *installDirReader) checkAge(path string, age time.Duration) {
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
