package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/newproject"
)

// newCommand writes the project of a new cluster.
func newCommand() *cobra.Command {
	var dir string
	var yes bool
	c := &cobra.Command{
		Use:   "new [flags]",
		Short: "Write the Pulumi project of a new cluster",
		Long: `Writes the Pulumi project of a new cluster: its program, settings, permissions, a CI workflow, and a README with the next commands. It
asks for what no flag answers; without a terminal, or with --yes, the default is the answer.`,
		Example: `  openshift-aws new
  openshift-aws new --yes --cluster self-managed --name shop --zones us-east-2a,us-east-2b,us-east-2c --language go`,
		Args: noArguments,
	}
	answers := map[string]*string{}
	for _, q := range newproject.Questions {
		text := q.Text
		if q.Choices != nil {
			text += ": " + strings.Join(q.Choices, ", ")
		}
		answers[q.Flag] = c.Flags().String(q.Flag, q.Default, text)
		if q.Choices != nil {
			_ = c.RegisterFlagCompletionFunc(q.Flag, cobra.FixedCompletions(q.Choices, cobra.ShellCompDirectiveNoFileComp))
		}
	}
	c.Flags().StringVar(&dir, "dir", "", "the `FOLDER` of the project (default: the name of the cluster)")
	c.Flags().BoolVar(&yes, "yes", false, "ask nothing")
	c.RunE = func(c *cobra.Command, _ []string) error {
		given := map[string]string{}
		for flag, answer := range answers {
			given[flag] = *answer
		}
		if input, isFile := c.InOrStdin().(*os.File); isFile && !yes && term.IsTerminal(int(input.Fd())) {
			asked := slices.DeleteFunc(slices.Clone(newproject.Questions), func(q newproject.Question) bool { return c.Flags().Changed(q.Flag) })
			if err := ask(input, c.OutOrStdout(), asked, given); err != nil {
				return err
			}
		}
		opts, err := newproject.FromAnswers(given)
		if err != nil {
			return usageError{err}
		}
		opts.Version = version
		if dir == "" {
			dir = opts.Name
		}
		paths, err := opts.Write(dir)
		if err != nil {
			return err
		}
		for _, path := range paths {
			fmt.Fprintf(c.OutOrStdout(), "  %s/%s\n", dir, path)
		}
		fmt.Fprintf(c.OutOrStdout(), "\nThe next commands are in %s/README.md.\n", dir)
		return nil
	}
	return c
}

// ask asks the questions, and changes the answers. An empty line is the default.
func ask(in io.Reader, out io.Writer, questions []newproject.Question, answers map[string]string) error {
	lines := bufio.NewReader(in)
	for _, q := range questions {
		choices := ""
		if q.Choices != nil {
			choices = " (" + strings.Join(q.Choices, ", ") + ")"
		}
		fmt.Fprintf(out, "%s%s [%s]: ", q.Text, choices, q.Default)
		line, err := lines.ReadString('\n')
		if err != nil {
			return err
		}
		if line = strings.TrimSpace(line); line != "" {
			answers[q.Flag] = line
		}
	}
	return nil
}
