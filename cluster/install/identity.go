package install

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
)

// identity is the cluster of an install directory, in the account in which it was installed.
type identity struct {
	dir *cluster.InstallDir
	// account is the ID of the AWS account of the credentials.
	account string
}

// identify returns the cluster of the install directory. It is an error if that is another one than the Config describes or than the
// stack has, or if the credentials belong to another account: the stack, the directory and the account would each be of another
// cluster, and what is deleted in one of them could not be restored from the others.
func (i *Installation) identify(ctx context.Context) (*identity, error) {
	dir, err := i.directory()
	if err != nil {
		return nil, err
	}
	if err := errors.Join(i.Config.checkIdentity(dir), checkIdentifier(dir)); err != nil {
		return nil, err
	}
	if err := i.checkStack(ctx, dir); err != nil {
		return nil, err
	}
	account, err := i.account(ctx)
	if err != nil {
		return nil, err
	}
	created, err := readRecord(dir.Path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return &identity{dir: dir, account: account}, created.check(dir, account)
}

// account returns the ID of the AWS account of the credentials.
func (i *Installation) account(ctx context.Context) (string, error) {
	find := i.Account
	if find == nil {
		find = AccountID
	}
	account, err := find(ctx, i.Config.Region)
	if err != nil {
		return "", fmt.Errorf("the account of the AWS credentials cannot be read: %w", err)
	}
	return account, nil
}

// checkIdentity compares the cluster of a directory with the description.
func (c *Config) checkIdentity(dir *cluster.InstallDir) error {
	if dir.ClusterName != c.Name {
		return fmt.Errorf("%s: belongs to the cluster %s, not to %s", c.Dir, dir.ClusterName, c.Name)
	}
	if domain := c.Name + "." + c.BaseDomain; dir.Domain != domain || dir.Region != c.Region {
		return fmt.Errorf("%s: belongs to the cluster %s in %s, not to %s in %s; correct the description, or its Dir",
			c.Dir, dir.Domain, dir.Region, domain, c.Region)
	}
	return nil
}

// checkStack rejects a stack with the resources of another cluster than the directory's.
func (i *Installation) checkStack(ctx context.Context, dir *cluster.InstallDir) error {
	infraID, err := i.Stack.Config(ctx, infraIDKey)
	if err != nil || infraID == "" || infraID == dir.InfraID {
		return err
	}
	resources, err := i.Stack.Resources(ctx)
	if err != nil || len(resources) == 0 {
		return err
	}
	return fmt.Errorf("%s: belongs to the cluster %s, and the stack has the resources of %s; "+
		"name the directory or the stack of the same cluster in the description", i.Config.Dir, dir.InfraID, infraID)
}

// check compares what was recorded when the directory was created, which is nothing if that was done by hand.
func (r record) check(dir *cluster.InstallDir, account string) error {
	if r.InfraID != "" && r.InfraID != dir.InfraID {
		return fmt.Errorf("%s: was created for the cluster %s, and its metadata.json is of %s", dir.Path, r.InfraID, dir.InfraID)
	}
	if r.Account != "" && r.Account != account {
		return fmt.Errorf("%s: the cluster is in the AWS account %s, and the credentials are of the account %s", dir.Path, r.Account, account)
	}
	return nil
}

// checkIdentifier rejects a metadata.json whose tags, by which the installer deletes, belong to another cluster
// (openshift/installer release-4.19 pkg/asset/cluster/aws/aws.go, Metadata).
func checkIdentifier(dir *cluster.InstallDir) error {
	text, err := os.ReadFile(filepath.Join(dir.Path, "metadata.json"))
	if err != nil {
		return err
	}
	var found struct {
		AWS struct {
			Identifier []map[string]string `json:"identifier"`
		} `json:"aws"`
	}
	if err := json.Unmarshal(text, &found); err != nil {
		return err
	}
	for _, tags := range found.AWS.Identifier {
		for key, value := range tags {
			if !strings.HasSuffix(key, "/"+dir.InfraID) && (key != "openshiftClusterID" || value != dir.ClusterID) {
				return fmt.Errorf("%s/metadata.json: aws.identifier has the tag %s=%s, which is not of the cluster %s: openshift-install would "+
					"delete what has it", dir.Path, key, value, dir.InfraID)
			}
		}
	}
	return nil
}
