package install

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
)

// recordFile is the file in an install directory that says what Prepare created it from, and how far the installation is.
const recordFile = ".openshift-aws.json"

// record is the content of recordFile. It contains no secrets: of each field of the Config it has a part of a hash.
type record struct {
	Name    string            `json:"name"`
	Release string            `json:"release"`
	AMI     string            `json:"ami"`
	Created time.Time         `json:"created"`
	Fields  map[string]string `json:"fields"`
	// InfraID is the infrastructure ID that openshift-install chose.
	InfraID string `json:"infraId,omitempty"`
	// Account is the ID of the AWS account of the cluster; empty until Install has run.
	Account string `json:"account,omitempty"`
	// Files are the files that Prepare created: those that Uninstall deletes.
	Files []string `json:"files,omitempty"`
	// Applied is the time at which the stack had resources for the first time.
	Applied *time.Time `json:"applied,omitempty"`
	// Destroyed is the time at which Uninstall had deleted the resources of the stack.
	Destroyed *time.Time `json:"destroyed,omitempty"`
	// Removed is the time at which nothing of the cluster was left but files.
	Removed *time.Time `json:"removed,omitempty"`
	// Bootstrapped is the time at which the control plane of the stack had taken over from the bootstrap machine.
	Bootstrapped *time.Time `json:"bootstrapped,omitempty"`
	// Installed is the time at which the installation was complete.
	Installed *time.Time `json:"installed,omitempty"`
	// Replacing is the replacement of a control-plane machine that has begun and has not ended.
	Replacing *replacement `json:"replacing,omitempty"`
	// Restoring is the restoration of etcd, and Rotating the rotation of a key, that has begun and has not ended.
	Restoring *restoration `json:"restoring,omitempty"`
	Rotating  *rotation    `json:"rotating,omitempty"`
	// Emptied is the time at which Uninstall had deleted what the cluster created in the account.
	Emptied *time.Time `json:"emptied,omitempty"`
}

func (c *Config) record(release, ami string) record {
	return record{Name: c.Name, Release: release, AMI: ami, Created: time.Now().UTC().Truncate(time.Second), Fields: c.fields()}
}

// fields returns a hash of each field that the install directory depends on. Defaults are applied before, so that stating a default
// changes nothing.
func (c *Config) fields() map[string]string {
	full := c.withDefaults()
	var proxy any
	if full.Proxy != nil {
		proxy = []any{string(full.Proxy.HTTP), string(full.Proxy.HTTPS), full.Proxy.NoProxy}
	}
	fields := map[string]string{}
	for name, value := range map[string]any{
		"Name": full.Name, "BaseDomain": full.BaseDomain, "Region": full.Region, "Zones": full.Zones, "Release": full.Release,
		"Architecture": full.Architecture,
		"Publish":      full.Publish, "Networks": full.Networks, "PullSecret": string(full.PullSecret), "SSHKey": full.SSHKey,
		"FIPS": full.FIPS, "Proxy": proxy, "TrustBundle": full.TrustBundle, "Capabilities": full.Capabilities,
		"TrustBundlePolicy": full.TrustBundlePolicy, "Mirrors": full.Mirrors,
		"CredentialsMode": full.CredentialsMode, "Manifests": full.Manifests, "More": full.More,
	} {
		text, err := json.Marshal(value)
		if err != nil {
			text = fmt.Append(nil, value)
		}
		sum := sha256.Sum256(text)
		fields[name] = hex.EncodeToString(sum[:6])
	}
	return fields
}

// mutable are fields that may change when the cluster is installed: upgrades change the release.
var mutable = []string{"PullSecret", "Release"}

// ofTheInstallation are fields that have no effect when the cluster is installed.
var ofTheInstallation = []string{"SSHKey", "FIPS", "Proxy", "TrustBundle", "TrustBundlePolicy", "Mirrors", "Manifests", "More"}

// checkDir reports whether the install directory exists and was created from this Config. A directory of another origin is an error, and
// another value that has no effect any more a warning.
func (c *Config) checkDir(out io.Writer) (bool, error) {
	entries, err := os.ReadDir(c.Dir)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	found, err := readRecord(c.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return false, fmt.Errorf("%s: exists and was not created by this command; set Dir to a directory that does not exist, "+
			"or continue its cluster step by step (examples/classic/README.md)", c.Dir)
	}
	if err != nil {
		return false, err
	}
	if found.Name != c.Name {
		return false, fmt.Errorf("%s: belongs to the cluster %s, not to %s; each cluster needs a directory of its own", c.Dir, found.Name, c.Name)
	}
	changed, ineffective := c.changedFields(found)
	if len(changed) > 0 {
		return false, fmt.Errorf("%s: was created with other values of %s, and an install directory cannot be changed; restore the values, "+
			"or, before the cluster is installed, run uninstall and install again", c.Dir, strings.Join(changed, ", "))
	}
	if len(ineffective) > 0 {
		_, err = fmt.Fprintf(out, "warning: the cluster was installed with other values of %s, and these have no effect on it\n",
			strings.Join(ineffective, ", "))
	}
	return true, err
}

// changedFields returns the fields that differ from those of the directory: those that must not, and those of an installation that is
// complete.
func (c *Config) changedFields(found record) (changed, ineffective []string) {
	fields := c.fields()
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		switch installed := found.Installed != nil; {
		case fields[name] == found.Fields[name], slices.Contains(c.unread, name), installed && slices.Contains(mutable, name):
		case installed && slices.Contains(ofTheInstallation, name):
			ineffective = append(ineffective, name)
		default:
			changed = append(changed, name)
		}
	}
	return changed, ineffective
}

func readRecord(dir string) (record, error) {
	var found record
	text, err := os.ReadFile(filepath.Join(dir, recordFile))
	if err != nil {
		return found, err
	}
	if err := json.Unmarshal(text, &found); err != nil {
		return found, fmt.Errorf("%s: %w", filepath.Join(dir, recordFile), err)
	}
	return found, nil
}

// writeRecord replaces the record of a directory.
func writeRecord(dir string, content record) error {
	text, err := json.MarshalIndent(content, "", "  ")
	if err != nil {
		return err
	}
	path := filepath.Join(dir, recordFile)
	if err := os.WriteFile(path+".new", append(text, '\n'), 0o600); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// begin records that an update of the stack begins: the cluster may create load balancers again, and that of stage bootstrap is the
// beginning of another control plane.
func (r *record) begin(stage cluster.Stage) {
	r.Emptied, r.Destroyed = nil, nil
	if stage == cluster.StageBootstrap {
		r.Bootstrapped, r.Installed = nil, nil
	}
}

// Installed reports whether the installation in the cluster's directory is complete.
func (c *Config) Installed() bool {
	found, err := readRecord(c.Dir)
	return err == nil && found.Installed != nil
}

// markInstalled records that the installation is complete.
func markInstalled(dir string) error {
	return changeRecord(dir, func(r *record, now time.Time) { r.Installed = &now })
}

func changeRecord(dir string, change func(r *record, now time.Time)) error {
	content, err := readRecord(dir)
	if err != nil {
		return err
	}
	change(&content, time.Now().UTC().Truncate(time.Second))
	return writeRecord(dir, content)
}
