// Command topology draws a stack: it reads the output of `pulumi stack export` and writes an SVG, or a Mermaid flowchart.
//
//	pulumi stack export | go run github.com/openshift-aws/pulumi-openshift-aws/cmd/topology > cluster.svg
//	pulumi stack export | go run github.com/openshift-aws/pulumi-openshift-aws/cmd/topology --format mermaid
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/commandline"
	"github.com/openshift-aws/pulumi-openshift-aws/topology"
)

func main() {
	switch err := run(os.Args[1:], os.Stdin, os.Stdout); {
	case errors.Is(err, flag.ErrHelp):
	case err != nil:
		fmt.Fprintln(os.Stderr, "topology:", err)
		os.Exit(1)
	}
}

func run(args []string, in io.Reader, out io.Writer) error {
	flags := flag.NewFlagSet("topology", flag.ContinueOnError)
	format := flags.String("format", "svg", "the `FORMAT`, svg or mermaid")
	flags.SetOutput(out)
	flags.Usage = func() {
		fmt.Fprint(out, "Draws the stack whose export (pulumi stack export) is the input.\n\nUsage: topology [flags] < EXPORT > PICTURE\n\nFlags:\n"+
			commandline.Flags(flags))
	}
	if err := flags.Parse(args); err != nil {
		return err
	}
	export, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	cluster, err := topology.Read(export)
	if err != nil {
		return err
	}
	switch *format {
	case "svg":
		_, err = out.Write(cluster.SVG())
	case "mermaid":
		_, err = io.WriteString(out, cluster.Mermaid())
	default:
		err = fmt.Errorf("--format: must be svg or mermaid (got %q)", *format)
	}
	return err
}
