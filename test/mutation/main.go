// Command mutation changes operators, numbers, conditions and statements of pure functions, one at a time, and reports the
// changes that no test of their package notices: go run ./test/mutation [-least 85] [PACKAGE...].
//
// All mutants of a package are compiled into one test binary; an environment variable selects the active one. A mutant is
// run against the tests that reach it. It is killed if one of them fails or does not end.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
)

// scope is the files of a package with pure functions.
type scope struct {
	dir string
	// files are the names of the files; nil for all.
	files []string
}

// scopes are the pure functions of the library: the rules of arguments, arithmetic of addresses, names, plans.
var scopes = []scope{
	{dir: "internal/check"}, {dir: "internal/openshift/release"}, {dir: "internal/openshift/clusternetwork"}, {dir: "internal/aws/names"},
	{dir: "internal/aws/partition"}, {dir: "internal/aws/rhcos"}, {dir: "internal/aws/ebs"},
	{dir: "network", files: []string{"cidr.go", "squid.go", "subnet_plan.go", "zone.go"}},
	{dir: "cluster", files: []string{"load_balancer_plan.go", "operator_load_balancers.go"}},
	{dir: "cluster/configuration", files: []string{"upgrade_acks.go", "upgrade_status.go"}},
	{dir: "cluster/rosa"},
	{dir: "ingress", files: []string{"router_lb_plan.go", "ingress_controller_spec.go"}},
	{dir: "nodes", files: []string{"machine_set_capacity.go", "machine_set_provider_spec.go", "worker_pool_user_data.go"}},
	{dir: "storage", files: []string{"monitoring_config.go"}},
}

func main() {
	least := flag.Int("least", 85, "the least percentage of mutants that must be killed")
	flag.Parse()
	total := score{}
	for _, s := range scopes {
		if flag.NArg() > 0 && !slices.Contains(flag.Args(), s.dir) {
			continue
		}
		found, err := s.run()
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", s.dir, err)
			os.Exit(1)
		}
		fmt.Printf("%s: %s\n", s.dir, found)
		total.killed += found.killed
		total.mutants += found.mutants
	}
	fmt.Printf("total: %s\n", total)
	if total.percentage() < float64(*least) {
		os.Exit(1)
	}
}

// score counts mutants.
type score struct{ killed, mutants int }

func (s score) percentage() float64 {
	if s.mutants == 0 {
		return 100
	}
	return 100 * float64(s.killed) / float64(s.mutants)
}

func (s score) String() string {
	return fmt.Sprintf("%d of %d mutants killed, %.1f %%", s.killed, s.mutants, s.percentage())
}
