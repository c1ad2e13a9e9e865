package main

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/ocm"
)

// operationsPath is where tests set how the operations end that begin in a state afterwards: PUT {"begins": "started", "ends": "failed",
// "reads": 3} makes upgrades fail. Without it, an operation ends at once, and succeeds. An installation that fails has the error's code and
// message too.
const operationsPath = "/lab/operations"

// ending is the state in which an operation ends, the number of reads of the cluster or the machine pool before it, and the error of an
// installation.
type ending struct {
	state         ocm.State
	reads         int
	code, message string
}

func (s *service) setEnding(body object) response {
	reads, _ := body["reads"].(float64)
	s.endings[ocm.State(text(body, "begins"))] = ending{
		ocm.State(text(body, "ends")), int(reads), text(body, "code"), text(body, "message"),
	}
	return response{http.StatusNoContent, nil}
}

// operation is an operation on the cluster or the machine pool at a path.
type operation struct {
	ocm.Operation

	target string
	// end does what the operation does when it ends.
	end func(ocm.State) error
}

// begin begins an operation, and ends it unless a test sets a number of reads.
func (s *service) begin(state ocm.State, target string, end func(ocm.State) error) error {
	set := s.endings[state]
	s.running = append(s.running, operation{Operation: ocm.Begin(state, set.state, set.reads), target: target, end: end})
	return s.endOperations()
}

// read counts a read of a cluster or a machine pool.
func (s *service) read(target string) error {
	for i, one := range s.running {
		if one.target == target {
			s.running[i].Operation = one.Read()
		}
	}
	return s.endOperations()
}

// endOperations ends those that were read often enough.
func (s *service) endOperations() error {
	ended := s.running
	s.running = slices.DeleteFunc(slices.Clone(ended), func(o operation) bool { return o.HasEnded() })
	for _, one := range ended {
		if one.HasEnded() {
			if err := one.end(one.End); err != nil {
				return err
			}
		}
	}
	return nil
}

// isInProgress reports whether an operation on a cluster or a machine pool has not ended.
func (s *service) isInProgress(target string) bool {
	return slices.ContainsFunc(s.running, func(o operation) bool { return o.target == target })
}

// install begins the installation of a cluster.
func (s *service) install(path string, cluster object) error {
	cluster["state"] = string(ocm.Installing)
	set := s.endings[ocm.Installing]
	return s.begin(ocm.Installing, path, func(end ocm.State) error {
		cluster["state"] = string(end)
		if set.code != "" {
			cluster["status"] = object{"provision_error_code": set.code, "provision_error_message": set.message}
		}
		return nil
	})
}

// uninstall begins the deletion of a cluster, once.
func (s *service) uninstall(path string) error {
	cluster := s.at(path)
	if text(cluster, "state") == string(ocm.Uninstalling) {
		return nil
	}
	cluster["state"] = string(ocm.Uninstalling)
	return s.begin(ocm.Uninstalling, path, func(end ocm.State) error {
		if end == ocm.Gone {
			return s.delete(path)
		}
		cluster["state"] = string(end)
		return nil
	})
}

// upgrade serves the upgrade policies of a cluster or a machine pool.
func (s *service) upgrade(r request) response {
	if r.method != http.MethodPost {
		return list(s.list(r.path))
	}
	target := strings.TrimSuffix(r.parent, "/control_plane")
	item, to := s.at(target), text(r.body, "version")
	if item == nil {
		return notFound(target)
	}
	if text(r.body, "schedule_type") == "automatic" {
		// A recurring upgrade has no version, and begins none here.
		body := maps.Clone(r.body)
		setDefaults(body, object{"upgrade_type": upgradeType(r.parent), "state": object{"value": "pending"}})
		return response{http.StatusCreated, s.put(r.path, body)}
	}
	if err := s.rejectUpgrade(target, item, to); err != nil {
		return rejected(err)
	}
	if r.dryRun {
		return response{http.StatusNoContent, nil}
	}
	s.posted[r.last] = append(s.posted[r.last], r.body)
	body := maps.Clone(r.body)
	maps.Copy(body, object{
		"cluster_id": strings.Split(target, "/")[1], "upgrade_type": upgradeType(r.parent), "state": object{"value": string(ocm.Started)},
		"next_run": time.Now().UTC().Format(time.RFC3339),
	})
	if strings.Contains(target, "/node_pools/") {
		body["node_pool_id"] = text(item, "id")
	}
	policy := s.put(r.path, body)
	err := s.begin(ocm.Started, target, func(end ocm.State) error {
		return s.endUpgrade(r.path+"/"+text(policy, "id"), target, to, end)
	})
	if err != nil {
		return rejected(err)
	}
	return response{http.StatusCreated, policy}
}

// upgradeType is the type of the upgrades of a cluster, its control plane or a machine pool.
func upgradeType(path string) string {
	switch {
	case strings.HasSuffix(path, "/control_plane"):
		return "ControlPlane"
	case strings.Contains(path, "/node_pools/"):
		return "NodePool"
	}
	return "OSD"
}

func (s *service) rejectUpgrade(target string, item object, to string) error {
	account := s.account()
	reject := func() error { return account.RejectUpgrade(clusterOf(item), to) }
	if strings.Contains(target, "/node_pools/") {
		reject = func() error { return account.RejectPoolUpgrade(s.poolOf(target, item), to) }
	}
	if err := reject(); err != nil {
		return err
	}
	if !known(to) {
		return fmt.Errorf("version '%s' is not available", to)
	}
	return nil
}

// endUpgrade ends an upgrade. A completed or cancelled one has no policy any more.
func (s *service) endUpgrade(path, target, release string, end ocm.State) error {
	item, policy := s.at(target), s.at(path)
	if item == nil || policy == nil {
		return nil
	}
	if end == ocm.UpgradeFailed {
		policy["state"] = object{"value": string(end), "description": "the lab ended the upgrade"}
		return nil
	}
	if end == ocm.Completed {
		item["version"] = object{"id": versionPrefix + release}
		s.offerPools(target)
	}
	return s.delete(path)
}

// offerPools sets the releases that the machine pools of a cluster are offered, which depend on its release.
func (s *service) offerPools(path string) {
	below := strings.Join(strings.Split(path, "/")[:2], "/") + "/node_pools"
	if pools := s.collections[below]; pools != nil {
		for _, pool := range pools.items {
			pool["version"] = poolVersion(clusterVersion(pool), s.clusterAbove(below))
		}
	}
}
