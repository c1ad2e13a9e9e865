package cluster

import (
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// Ages of ignition: its certificates live 24 hours and the installer advises use within 12
// (openshift/installer docs/user/aws/install_upi.md).
const (
	ignitionAdvised = 12 * time.Hour
	ignitionLimit   = 24 * time.Hour
)

// userDataLimit is how many bytes of user data EC2 takes, before base64.
const userDataLimit = 16 * 1024

// machineConfigPort is where the machine config server answers.
const machineConfigPort = 22623

// ignition is the part of an ignition file that is looked at (coreos/ignition docs/configuration-v3_2.md).
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

var ignitionVersion = regexp.MustCompile(`^3\.\d+\.\d+$`)

// ignition reads an ignition file. It returns no bytes after noting that the file cannot be read at all.
func (r *installDirReader) ignition(file string) (ignition, []byte) {
	var found ignition
	text := r.readJSON(file, &found)
	if text == nil {
		return found, nil
	}
	path := r.at(file, "ignition.version")
	if r.problems.Required(path, found.Ignition.Version) && !ignitionVersion.MatchString(found.Ignition.Version) {
		r.problems.Addf(path, "%q cannot be used; OpenShift 4.6 and newer make version 3", found.Ignition.Version)
	}
	return found, text
}

// bootstrap reads the ignition that the bootstrap machine runs from. It is fetched from a bucket, so its size is free.
func (r *installDirReader) bootstrap() []byte {
	const file = "bootstrap.ign"
	found, text := r.ignition(file)
	if text == nil {
		return nil
	}
	config := found.Ignition.Config
	switch {
	case config.Replace != nil:
		r.problems.Addf(r.at(file, "ignition.config.replace"), "makes the file a pointer; the whole ignition of the bootstrap machine is needed")
	case len(config.Merge) > 0:
		r.problems.Addf(r.at(file, "ignition.config.merge"), "makes the file a pointer; the whole ignition of the bootstrap machine is needed")
	case len(found.Storage.Files) == 0 || len(found.Systemd.Units) == 0:
		r.problems.Addf(r.at(file, ""), "has no storage.files or no systemd.units, so nothing would be installed; %s in a fresh directory", makeIgnition)
	}
	return text
}

// pointer reads the ignition that sends a machine to the machine config server of the domain; an empty domain is not compared.
func (r *installDirReader) pointer(role, domain string) []byte {
	file := role + ".ign"
	found, text := r.ignition(file)
	if text == nil {
		return nil
	}
	if len(text) > userDataLimit {
		r.problems.Addf(r.at(file, ""), "has %d bytes; EC2's user data takes %d", len(text), userDataLimit)
	}
	r.checkSource(file, role, domain, found.Ignition.Config.Merge)
	r.checkAuthority(file, found.Ignition.Security.TLS.CertificateAuthorities)
	return text
}

func (r *installDirReader) checkSource(file, role, domain string, merge []ignitionSource) {
	path := r.at(file, "ignition.config.merge[0].source")
	if len(merge) == 0 {
		r.problems.Addf(path, "is missing, so the machine would never join; %s in a fresh directory", makeIgnition)
		return
	}
	source, err := url.Parse(merge[0].Source)
	wantPath := "/config/" + role
	wantHost := fmt.Sprintf("api-int.%s:%d", domain, machineConfigPort)
	switch {
	case err != nil || source.Scheme != "https" || source.Path != wantPath:
		r.problems.Addf(path, "%q does not point at https://%s%s", merge[0].Source, wantHost, wantPath)
	case domain != "" && source.Host != wantHost:
		r.problems.Addf(path, "%q is of another cluster; the one in %s has https://%s%s", merge[0].Source, metadataFile, wantHost, wantPath)
	}
}

// checkAuthority looks at the certificate that the pointer trusts. The installer makes it anew with every ignition, so it tells the age.
func (r *installDirReader) checkAuthority(file string, authorities []ignitionSource) {
	path := r.at(file, "ignition.security.tls.certificateAuthorities[0].source")
	if len(authorities) == 0 {
		r.problems.Addf(path, "is missing, so the machine would not trust the machine config server; %s in a fresh directory", makeIgnition)
		return
	}
	made, err := authorityMade(authorities[0].Source)
	if err != nil {
		r.problems.Addf(path, "%v; %s in a fresh directory", err, makeIgnition)
		return
	}
	// Both pointers carry the same certificate: once is enough to hear of its age.
	if file == "master.ign" {
		r.checkAge(path, r.now().Sub(made))
	}
}

func (r *installDirReader) checkAge(path string, age time.Duration) {
	switch {
	case r.allowExpired:
	case age > ignitionLimit:
		r.problems.Addf(path, "the ignition was made %s ago and its certificates live %s; %s in a fresh directory, "+
			"or pass AllowExpiredIgnition() if the cluster is up", hours(age), hours(ignitionLimit), makeIgnition)
	case age > ignitionAdvised:
		r.warnings = append(r.warnings, fmt.Sprintf("%s: the ignition was made %s ago and its certificates live %s; finish the bootstrap before they end",
			path, hours(age), hours(ignitionLimit)))
	}
}

// authorityMade tells when the certificate in a data URL was made.
func authorityMade(source string) (time.Time, error) {
	text, err := decodeDataURL(source)
	if err != nil {
		return time.Time{}, err
	}
	block, _ := pem.Decode(text)
	if block == nil || block.Type != "CERTIFICATE" {
		return time.Time{}, errors.New("holds no PEM certificate")
	}
	certificate, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		return time.Time{}, fmt.Errorf("holds a damaged certificate (%w)", err)
	}
	return certificate.NotBefore, nil
}

// decodeDataURL returns what a data URL holds (RFC 2397).
func decodeDataURL(source string) ([]byte, error) {
	header, data, found := strings.Cut(source, ",")
	if !found || !strings.HasPrefix(header, "data:") {
		return nil, errors.New("is no data URL")
	}
	plain, err := url.PathUnescape(data)
	if err == nil && !strings.HasSuffix(header, ";base64") {
		return []byte(plain), nil
	}
	if err != nil {
		return nil, errors.New("is a damaged data URL")
	}
	decoded, err := base64.StdEncoding.DecodeString(plain)
	if err != nil {
		return nil, errors.New("is a damaged data URL")
	}
	return decoded, nil
}
