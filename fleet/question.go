package fleet

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// protectedClusters returns why a list must not be destroyed; nil if it may.
func protectedClusters(list *List) error {
	var kept []Cluster
	for _, c := range list.Clusters {
		if c.protected() {
			kept = append(kept, c)
		}
	}
	if len(kept) == 0 {
		return nil
	}
	return fmt.Errorf("nothing is deleted: %s are protected (set protect: false in the list, run up, and destroy then)", names(kept))
}

// confirm prints what destroy will delete, and reads the answer.
func confirm(ctx context.Context, list *List, count func(context.Context, Cluster) (int, error), in io.Reader, out io.Writer) error {
	fmt.Fprintln(out, "destroy deletes these clusters, with all data in them, and the history of their stacks:")
	for _, c := range list.Clusters {
		resources, err := count(ctx, c)
		if err != nil {
			return fmt.Errorf("%s: %w", c.Name, err)
		}
		fmt.Fprintf(out, "  %s in %s: stack %s with %d resources\n", c.Name, c.Region, c.stack(), resources)
	}
	wanted := fmt.Sprintf("delete %d", len(list.Clusters))
	fmt.Fprintf(out, "Type %q to delete them: ", wanted)
	answer, _ := bufio.NewReader(in).ReadString('\n')
	fmt.Fprintln(out)
	if strings.TrimSpace(answer) != wanted {
		return fmt.Errorf("nothing is deleted: the answer was not %q", wanted)
	}
	return nil
}

// customResources counts the resources of a deployment that a provider has created.
func customResources(deployment json.RawMessage) (int, error) {
	var state struct {
		Resources []struct {
			Custom bool
			Type   string
		}
	}
	if err := json.Unmarshal(deployment, &state); err != nil {
		return 0, err
	}
	count := 0
	for _, r := range state.Resources {
		if r.Custom && !strings.HasPrefix(r.Type, "pulumi:providers:") {
			count++
		}
	}
	return count, nil
}
