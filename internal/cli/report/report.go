// Package report writes the versions, the durations and the outcome of a cluster, as a text that has no secrets, names, addresses or IDs.
package report

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/automation"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/counts"
)

// installation is the part of the record in an install directory that is reported (cluster/install, record).
type installation struct {
	Release      string     `json:"release"`
	Created      *time.Time `json:"created"`
	Applied      *time.Time `json:"applied"`
	Bootstrapped *time.Time `json:"bootstrapped"`
	Installed    *time.Time `json:"installed"`
}

// update is an update in the history of a stack (pulumi/pulumi v3.250.0 pkg/cmd/pulumi/stack/history.go, updateInfoJSON).
type update struct {
	Kind    string         `json:"kind"`
	Result  string         `json:"result"`
	Start   time.Time      `json:"startTime"`
	End     time.Time      `json:"endTime"`
	Changes map[string]int `json:"resourceChanges"`
}

// Of returns the report of the cluster of a stack. The version is that of this program, and the install directory "" for ROSA.
func Of(ctx context.Context, q *automation.Query, installDir, version string) (string, error) {
	export, err := q.Ask(ctx, "stack", "export")
	if err != nil {
		return "", err
	}
	found, err := counts.Of([]byte(export))
	if err != nil {
		return "", err
	}
	history, err := q.Ask(ctx, "stack", "history", "--json")
	if err != nil {
		return "", err
	}
	var updates []update
	if err := json.Unmarshal([]byte(history), &updates); err != nil {
		return "", fmt.Errorf("the stack's history: %w", err)
	}
	var installed installation
	if installDir != "" {
		text, err := os.ReadFile(filepath.Join(installDir, ".openshift-aws.json"))
		if err == nil {
			err = json.Unmarshal(text, &installed)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	var text strings.Builder
	line := func(name, format string, values ...any) {
		fmt.Fprintf(&text, "%-18s %s\n", name, fmt.Sprintf(format, values...))
	}
	line("openshift-aws", "%s on %s/%s", version, runtime.GOOS, runtime.GOARCH)
	line("pulumi", "%s", q.Version())
	line("cluster", "%s in %d zones, %d resources", cmp.Or(found.Kind, "none"), len(found.Zones), found.Resources)
	release := installed.Release
	if found.ROSA != nil {
		release = found.ROSA.Version
	}
	line("release", "%s", cmp.Or(release, "not known"))
	for _, each := range found.Lines() {
		line("", "%s", each)
	}
	installed.lines(line)
	slices.Reverse(updates) // The newest is the first of the history.
	for _, each := range updates {
		line(each.Kind, "%s after %s%s", each.Result, each.End.Sub(each.Start).Round(time.Second), changes(each.Changes))
	}
	return text.String(), nil
}

// lines adds how long the parts of an installation took.
func (i *installation) lines(line func(name, format string, values ...any)) {
	begun := i.Created
	for _, each := range []struct {
		name string
		at   *time.Time
	}{{"first resources", i.Applied}, {"bootstrapped", i.Bootstrapped}, {"installed", i.Installed}} {
		if begun != nil && each.at != nil {
			line(each.name, "after %s", each.at.Sub(*begun).Round(time.Second))
		}
	}
}

// changes are the numbers of an update's changes by their kinds.
func changes(numbers map[string]int) string {
	var all []string
	for _, kind := range slices.Sorted(maps.Keys(numbers)) {
		if kind != "same" {
			all = append(all, fmt.Sprintf("%d %s", numbers[kind], kind))
		}
	}
	if len(all) == 0 {
		return ""
	}
	return ": " + strings.Join(all, ", ")
}
