package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/openshift-aws/pulumi-openshift-aws/topology"
)

// drawCommand draws the stack whose export is the input.
func drawCommand() *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   "draw [flags] < EXPORT > PICTURE",
		Short: "Draw the cluster of a stack",
		Long:  "Draws the stack whose export (pulumi stack export) is the input.",
		Example: `  pulumi stack export | openshift-aws draw > cluster.svg
  pulumi stack export | openshift-aws draw --format mermaid`,
		Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			export, err := io.ReadAll(c.InOrStdin())
			if err != nil {
				return err
			}
			picture := draw
			switch format {
			case "svg":
			case "mermaid":
				picture = flowchart
			default:
				return usageError{fmt.Errorf("--format: must be svg or mermaid (got %q)", format)}
			}
			text, err := picture(export)
			if err != nil {
				return err
			}
			_, err = c.OutOrStdout().Write(text)
			return err
		},
	}
	c.Flags().StringVar(&format, "format", "svg", "the `FORMAT`, svg or mermaid")
	return c
}

// draw returns the picture of a stack's export.
func draw(export []byte) ([]byte, error) {
	cluster, err := topology.Read(export)
	if err != nil {
		return nil, err
	}
	return cluster.SVG(), nil
}

// flowchart returns the Mermaid flowchart of a stack's export.
func flowchart(export []byte) ([]byte, error) {
	cluster, err := topology.Read(export)
	if err != nil {
		return nil, err
	}
	return []byte(cluster.Mermaid()), nil
}
