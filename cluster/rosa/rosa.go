package cluster

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// RHCSProvider chooses the release, or the local binary, of the provider that makes what OpenShift Cluster Manager (OCM)
// keeps. The zero value is the release that this library knows. It is the same type as iam.RHCSProvider: give all
// components of a program one value.
type RHCSProvider = rhcs.Provider

// RosaIMDS says which versions of EC2's metadata service machines answer.
type RosaIMDS string

// The versions of the metadata service.
const (
	// RosaIMDSv2 answers requests with a token only: a forged request of a pod's gets no credentials.
	RosaIMDSv2 RosaIMDS = "required"
	// RosaIMDSv1AndV2 answers requests without a token too.
	RosaIMDSv1AndV2 RosaIMDS = "optional"
)

func (i RosaIMDS) orDefault() RosaIMDS {
	if i == "" {
		return RosaIMDSv2
	}
	return i
}

func (i RosaIMDS) check(p *check.Problems, path string) {
	rosaOneOf(p, path, i, RosaIMDSv2, RosaIMDSv1AndV2)
}

// RosaAutoscalingArgs are the bounds within which the number of machines follows the load.
type RosaAutoscalingArgs struct {
	// Min and Max are numbers of machines. A change is made in place, except among a cluster's first machines.
	Min, Max int
}

// RosaWaitsArgs say how long the program waits for the service. Zero values are the defaults. Changes change nothing.
type RosaWaitsArgs struct {
	// Create is how long a cluster may take to be ready, in whole minutes. Default 45 minutes for hosted control planes, 60 for Classic.
	// When it is over, the run fails and the cluster stays in the stack: go on with `pulumi up --refresh` once it is ready.
	Create time.Duration
	// SkipCreate lets the program go on while the cluster is being installed. Until the next refresh the API's and the console's URLs
	// are then empty, and changes of the cluster are refused. Machine pools and what else lives in the cluster wait for it by
	// themselves, up to 60 minutes.
	SkipCreate bool
	// ForWorkers makes the program wait for the first machines too, for at most Workers. Hosted control planes only; excludes
	// SkipCreate.
	ForWorkers bool
	// Workers is how long the first machines may take, in whole minutes. Default 60 minutes. Needs ForWorkers.
	Workers time.Duration
	// Destroy is how long the service may take to remove the cluster, in whole minutes. Default 60 minutes. The provider waits for that
	// long up to three times. Then the cluster stays in the stack, and so do the roles that the service still needs: run destroy again.
	Destroy time.Duration
	// SkipDestroy does not wait for the removal. The roles are then removed while the service needs them, and machines and
	// load balancers stay behind: only for clusters whose roles and network are not of this program.
	SkipDestroy bool
}

func (w RosaWaitsArgs) check(p *check.Problems, path string, hosted bool) {
	for _, wait := range []struct {
		name  string
		value time.Duration
	}{{"Create", w.Create}, {"Workers", w.Workers}, {"Destroy", w.Destroy}} {
		if wait.value < 0 || wait.value%time.Minute != 0 {
			p.Addf(path+"."+wait.name, "%s is no number of whole minutes; write one such as 90 * time.Minute", wait.value)
		}
	}
	switch {
	case !hosted && (w.ForWorkers || w.Workers != 0):
		p.Addf(path+".ForWorkers", "is for hosted control planes; a Classic cluster is ready when its machines are")
	case w.Workers != 0 && !w.ForWorkers:
		p.Addf(path+".Workers", "is set and ForWorkers is not; set it too")
	}
	if w.ForWorkers && w.SkipCreate {
		p.Addf(path+".ForWorkers", "needs the wait for the cluster; leave SkipCreate out")
	}
	if w.SkipCreate && w.Create != 0 {
		p.Addf(path+".Create", "is set and SkipCreate is too; choose one")
	}
}

func (w RosaWaitsArgs) inputs() pulumi.Map {
	return pulumi.Map{
		"waitForCreateComplete":   pulumi.Bool(!w.SkipCreate),
		"destroyTimeout":          rosaMinutes(w.Destroy),
		"disableWaitingInDestroy": rosaFlag(w.SkipDestroy),
	}
}

// rosaMinutes is nil for no time: the provider has defaults of its own.
func rosaMinutes(d time.Duration) pulumi.Input {
	return rosaNumber(int(d / time.Minute))
}

// rosaNumber and the functions after it are nil for zero values, which registration leaves out: the provider fills what it knows.
func rosaNumber(n int) pulumi.Input {
	if n == 0 {
		return nil
	}
	return pulumi.Int(n)
}

func rosaText[T ~string](text T) pulumi.Input {
	if text == "" {
		return nil
	}
	return pulumi.String(text)
}

func rosaFlag(set bool) pulumi.Input {
	if !set {
		return nil
	}
	return pulumi.Bool(true)
}

func rosaSwitch(choice *bool) pulumi.Input {
	if choice == nil {
		return nil
	}
	return pulumi.Bool(*choice)
}

func rosaTexts(list []string) pulumi.Input {
	if len(list) == 0 {
		return nil
	}
	return pulumi.ToStringArray(list)
}

func rosaTextMap(m map[string]string) pulumi.Input {
	if len(m) == 0 {
		return nil
	}
	return pulumi.ToStringMap(m)
}

// rosaGiven drops what nobody gave, as registration does on the outermost level only.
func rosaGiven(fields pulumi.Map) pulumi.Map {
	some := pulumi.Map{}
	for name, value := range fields {
		if value != nil {
			some[name] = value
		}
	}
	return some
}

// rosaObject is rosaGiven, but nil for an object of nothing.
func rosaObject(fields pulumi.Map) pulumi.Input {
	if some := rosaGiven(fields); len(some) > 0 {
		return some
	}
	return nil
}

func rosaMerge(groups ...pulumi.Map) pulumi.Map {
	all := pulumi.Map{}
	for _, group := range groups {
		maps.Copy(all, group)
	}
	return all
}

func rosaOneOf[T ~string](p *check.Problems, path string, value T, allowed ...T) {
	if !slices.Contains(allowed, value) {
		names := make([]string, len(allowed))
		for i, one := range allowed {
			names[i] = string(one)
		}
		p.Addf(path, "%q is none of %s", value, strings.Join(names, ", "))
	}
}

func rosaIndex(path string, i int) string {
	return fmt.Sprintf("%s[%d]", path, i)
}
