package kube

import (
	"fmt"
	"runtime"
	"sync"
	"weak"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
)

// programs has, for each program by its context, the components that set what is effective once in a cluster.
var programs = struct {
	sync.Mutex
	owners map[weak.Pointer[pulumi.Context]]map[ownerKey]string
}{owners: map[weak.Pointer[pulumi.Context]]map[ownerKey]string{}}

// ownerKey identifies what is effective once in a cluster, by the provider of the cluster.
type ownerKey struct {
	provider pulumi.ProviderResource
	what     string
}

// Once returns an error if another component of the program has something that is effective once in a cluster, such as the KubeletConfig
// of a pool. name is that of the component. Programs in other languages are not compared: each of their components has a context of its
// own.
func Once(ctx *pulumi.Context, name string, once []string, opts []pulumi.ResourceOption) error {
	provider, err := component.KubernetesProvider(ctx, opts)
	if err != nil {
		return err
	}
	programs.Lock()
	defer programs.Unlock()
	program := weak.Make(ctx)
	if programs.owners[program] == nil {
		programs.owners[program] = map[ownerKey]string{}
		runtime.AddCleanup(ctx, forget, program)
	}
	owners := programs.owners[program]
	for _, what := range once {
		if owner, ok := owners[ownerKey{provider, what}]; ok && owner != name {
			return fmt.Errorf("%s: the component %s of the program sets it already, and only one is effective", what, owner)
		}
		owners[ownerKey{provider, what}] = name
	}
	return nil
}

func forget(program weak.Pointer[pulumi.Context]) {
	programs.Lock()
	defer programs.Unlock()
	delete(programs.owners, program)
}
