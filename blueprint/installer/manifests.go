package installer

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/install"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/commandline"
)

// manifestsMain is the command manifests.
func manifestsMain() {
	switch err := writeManifests(context.Background(), os.Args[2:], os.Stdout); {
	case errors.Is(err, flag.ErrHelp):
	case err != nil:
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

// writeManifests writes what `install` adds to the directory of openshift-install between `create manifests` and
// `create ignition-configs`, for those who run these themselves.
func writeManifests(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("manifests", flag.ContinueOnError)
	config := flags.String("config", defaultFile, "the `FILE` with the description of the cluster")
	dir := flags.String("dir", "", "the `DIRECTORY` of openshift-install (default: that of the description)")
	flags.SetOutput(out)
	flags.Usage = func() {
		fmt.Fprintf(out, "Usage: %s manifests [flags]\n\nFlags:\n%s", commandline.Invocation(), commandline.Flags(flags))
	}
	if err := flags.Parse(args); err != nil {
		return err
	}
	file, err := install.LoadFile(*config)
	if err != nil {
		return err
	}
	if *dir == "" {
		*dir = file.Dir
	}
	if _, err := os.Stat(filepath.Join(*dir, "manifests")); err != nil {
		return fmt.Errorf("%w; run `openshift-install create manifests --dir %s` first", err, *dir)
	}
	if _, err := os.Stat(filepath.Join(*dir, filepath.FromSlash(iam.SigningKeyFile))); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s already has a signing key (%s), with which this command has written the manifests before", *dir, iam.SigningKeyFile)
	}
	files, err := generatedManifests(ctx, &credentials{file: file, account: func(ctx context.Context) (string, error) {
		return install.AccountID(ctx, file.Region)
	}})
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(*dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(files[name]), 0o600); err != nil {
			return err
		}
		fmt.Fprintln(out, path)
	}
	return nil
}
