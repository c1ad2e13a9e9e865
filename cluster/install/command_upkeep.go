package install

import (
	"context"
	"fmt"
	"io"
	"strings"
)

// confirmPlan prints what a command will do, and asks for a word.
func (v *invocation) confirmPlan(plan func(io.Writer), what, word string) error {
	plan(v.errs)
	if v.yes {
		return nil
	}
	fmt.Fprintf(v.errs, "Type %s to continue: ", what)
	return v.typed(word)
}

func (v *invocation) replaceMachine(ctx context.Context, i *Installation) error {
	if err := i.exists(); err != nil {
		return err
	}
	m, err := i.planReplacement(ctx, v.replacement)
	if err != nil {
		return err
	}
	if err := v.confirmPlan(m.plan, "the machine's key", m.Machine); err != nil {
		return err
	}
	if err := i.ReplaceMachine(ctx, v.replacement); err != nil {
		return err
	}
	return v.print(map[string]string{"replaced": m.Machine}, func() {
		fmt.Fprintf(v.out, "\nThe machine %s is replaced.\n", m.Machine)
	})
}

func (v *invocation) restore(ctx context.Context, i *Installation) error {
	if err := i.exists(); err != nil {
		return err
	}
	m, err := i.planRestoration(ctx, v.restoration)
	if err != nil {
		return err
	}
	if err := v.confirmPlan(m.plan, "the cluster's name", m.dir.ClusterName); err != nil {
		return err
	}
	lost, err := i.Restore(ctx, v.restoration)
	if err != nil {
		return err
	}
	return v.print(map[string]any{"restored": m.Machine, "replace": lost}, func() {
		fmt.Fprintf(v.out, "\netcd is restored on the machine %s.\n", m.Machine)
		if len(lost) > 0 {
			fmt.Fprintf(v.out, "Replace each of the machines %s now: `machine replace KEY`.\n", strings.Join(lost, ", "))
		}
	})
}

func (v *invocation) rotate(ctx context.Context, i *Installation) error {
	if v.rotated == "" {
		printRotatables(v.out)
		return nil
	}
	if err := i.exists(); err != nil {
		return err
	}
	r, err := i.planRotation(ctx, v.rotated)
	if err != nil {
		return err
	}
	if err := v.confirmPlan(r.plan, "the name of the key", v.rotated); err != nil {
		return err
	}
	if err := i.Rotate(ctx, v.rotated); err != nil {
		return err
	}
	return v.print(map[string]string{"rotated": v.rotated}, func() {
		fmt.Fprintf(v.out, "\nRotated: %s.\n", r.what)
	})
}
