package sandbox

import (
	"context"
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

	"github.com/pulumi/pulumi/sdk/v3/go/common/workspace"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
)

// faultsFile is the file in the folder of a sandbox with the faults of the command `sandbox account fail`.
const faultsFile = "faults.json"

const accountUsage = `sandbox account changes what the fakes of a sandbox have, behind the back of its stack:

  list                     print the resources
  delete NAME              delete a resource, as somebody else would
  set NAME KEY=VALUE       change a property of a resource: a text, or JSON
  fail FAULT               let operations fail: a sandbox.Fault as JSON, such as
                           '{"type": "aws:ec2/instance:Instance", "operation": "create", "error": "VcpuLimitExceeded"}'
  heal                     let them succeed again

NAME is the resource's name in Pulumi or, if several have it, the end of its URN, such as Role::demo`

// Account runs a command that changes the accounts of AWS and OCM of a sandbox without its stack: a bucket that somebody has deleted, a
// cluster whose state has changed. The stack learns of it as it does of changes in a real account. Of opts, it uses Project, by default that
// of the working directory, and Dir.
func Account(ctx context.Context, opts Options, out io.Writer, command ...string) error {
	if opts.Project == "" {
		path, err := workspace.DetectProjectPath()
		if err != nil {
			return err
		}
		project, err := workspace.LoadProject(path)
		if err != nil {
			return err
		}
		opts.Project = project.Name.String()
	}
	s, err := open(opts)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(s.opts.Dir, 0o700); err != nil {
		return err
	}
	locked, err := lock(ctx, filepath.Join(s.opts.Dir, "lock"), "Waiting for another run in "+s.opts.Dir+" to finish.", out)
	if err != nil {
		return err
	}
	defer func() { _ = locked.Close() }()
	return s.account(out, command)
}

func (s *Sandbox) account(out io.Writer, command []string) error {
	switch {
	case len(command) == 1 && command[0] == "list":
		return s.listAccount(out)
	case len(command) == 2 && command[0] == "delete":
		return s.changeRecord(command[1], nil)
	case len(command) == 3 && command[0] == "set":
		key, value, found := strings.Cut(command[2], "=")
		if !found {
			return fmt.Errorf("%q is not of the form KEY=VALUE", command[2])
		}
		return s.changeRecord(command[1], func(record fake.Record) fake.Record { return record.With(key, valueOf(value)) })
	case len(command) == 2 && command[0] == "fail":
		return s.addFault(command[1])
	case len(command) == 1 && command[0] == "heal":
		if err := os.Remove(filepath.Join(s.opts.Dir, faultsFile)); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	return errors.New(accountUsage)
}

// valueOf returns the value of a property: JSON, or a text.
func valueOf(text string) any {
	var value any
	if json.Unmarshal([]byte(text), &value) == nil {
		return value
	}
	return text
}

// stores opens the accounts.
func (s *Sandbox) stores() (stores []*fake.Store[fake.Record], err error) {
	for _, file := range []string{awsFile, ocmFile} {
		store, err := fake.OpenStore[fake.Record](filepath.Join(s.opts.Dir, file), nil)
		if err != nil {
			return nil, err
		}
		stores = append(stores, store)
	}
	return stores, nil
}

func (s *Sandbox) listAccount(out io.Writer) error {
	stores, err := s.stores()
	var lines []string
	for _, store := range stores {
		store.View(func(records fake.Records) {
			for _, record := range records {
				if record.ID != record.URN { // The record of a deleted resource has its URN as its ID.
					lines = append(lines, fmt.Sprintf("%-50s %s (%s)", record.Token, record.URN[strings.LastIndex(record.URN, ":")+1:], record.ID))
				}
			}
		})
	}
	slices.Sort(lines)
	for _, line := range lines {
		fmt.Fprintln(out, line)
	}
	return err
}

// changeRecord changes the one resource of a name, or deletes it if change is nil.
func (s *Sandbox) changeRecord(name string, change func(fake.Record) fake.Record) error {
	stores, err := s.stores()
	if err != nil {
		return err
	}
	var found []fake.Record
	var in *fake.Store[fake.Record]
	for _, store := range stores {
		store.View(func(records fake.Records) {
			for _, record := range records {
				isNamed := strings.HasSuffix(record.URN, "::"+name) || strings.Contains(name, "::") && strings.HasSuffix(record.URN, name)
				if isNamed && record.ID != record.URN {
					found, in = append(found, record), store
				}
			}
		})
	}
	if len(found) != 1 {
		return fmt.Errorf("%d resources have the name %s; see `sandbox account list`", len(found), name)
	}
	return in.Update(func(records fake.Records) error {
		delete(records, found[0].Key())
		if change != nil {
			changed := change(found[0])
			records[changed.Key()] = changed
			return nil
		}
		// What belongs to a cluster is deleted with it.
		maps.DeleteFunc(records, func(_ string, record fake.Record) bool { return record.Text("cluster") == found[0].ID })
		return nil
	})
}

// readFaults returns the faults of the command fail.
func (s *Sandbox) readFaults() (list []Fault, err error) {
	text, err := os.ReadFile(filepath.Join(s.opts.Dir, faultsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return list, json.Unmarshal(text, &list)
}

func (s *Sandbox) addFault(text string) error {
	var fault Fault
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&fault); err != nil {
		return err
	}
	list, err := s.readFaults()
	if err := errors.Join(err, fault.check()); err != nil {
		return err
	}
	file, err := json.MarshalIndent(append(list, fault), "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(s.opts.Dir, faultsFile), file, 0o600)
}
