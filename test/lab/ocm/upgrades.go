package main

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/ocm"
)

// upgrades is where tests set how the upgrades end that are scheduled afterwards: PUT {"ends": "failed", "reads": 3}.
const upgrades = "/lab/upgrades"

// The states of an upgrade policy (openshift-online/ocm-api-model clientapi v0.0.456 clustersmgmt/v1, UpgradePolicyStateValue).
const (
	started   = "started"
	completed = "completed"
	failed    = "failed"
	cancelled = "cancelled"
)

// ending is how an upgrade ends: the state, and the number of reads of the cluster or the machine pool before it.
type ending struct {
	state string
	reads int
}

// setEnding sets how upgrades end: at once and completed, unless the body says otherwise.
func (s *service) setEnding(body object) response {
	s.ends = ending{state: completed}
	if state := text(body, "ends"); state != "" {
		s.ends.state = state
	}
	if reads, ok := body["reads"].(float64); ok {
		s.ends.reads = int(reads)
	}
	return response{http.StatusNoContent, nil}
}

// upgrading is an upgrade in progress.
type upgrading struct {
	ending

	// policy is the path of the policy, target that of the cluster or the machine pool.
	policy, target, release string
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
	if err := s.rejectUpgrade(target, item, to); err != nil {
		return rejected(err.Error())
	}
	if r.dryRun {
		return response{http.StatusNoContent, nil}
	}
	s.posted[r.last] = append(s.posted[r.last], r.body)
	body := maps.Clone(r.body)
	maps.Copy(body, object{
		"cluster_id": strings.Split(target, "/")[1], "upgrade_type": "OSD", "state": object{"value": started},
		"next_run": time.Now().UTC().Format(time.RFC3339),
	})
	switch {
	case strings.HasSuffix(r.parent, "/control_plane"):
		body["upgrade_type"] = "ControlPlane"
	case strings.Contains(target, "/node_pools/"):
		body["upgrade_type"], body["node_pool_id"] = "NodePool", text(item, "id")
	}
	policy := s.put(r.path, body)
	s.running = append(s.running, upgrading{ending: s.ends, policy: r.path + "/" + text(policy, "id"), target: target, release: to})
	s.progress(target, false)
	return response{http.StatusCreated, policy}
}

func (s *service) rejectUpgrade(target string, item object, to string) error {
	owner := s.clusterOf(target + "/")
	channel := channelOf(owner)
	isPool := strings.Contains(target, "/node_pools/")
	if isPool {
		channel = ocm.Channel(releaseOf(owner))
	}
	if err := ocm.RejectUpgrade(releaseOf(item), to, channel); err != nil {
		return err
	}
	switch {
	case !known(to):
		return fmt.Errorf("version '%s' is not available", to)
	case isPool:
		return ocm.RejectPool(releaseOf(owner), to)
	}
	// The page on hosted control planes: "You cannot update the hosted control plane at the same time as any machine pool update".
	for _, other := range s.running {
		if strings.HasPrefix(other.target, target+"/") {
			return errors.New("there is already an upgrade of a machine pool in progress")
		}
	}
	return nil
}

// at returns the item at a path, nil if there is none.
func (s *service) at(path string) object {
	last := strings.LastIndex(path, "/")
	if last < 0 || s.collections[path[:last]] == nil {
		return nil
	}
	return s.collections[path[:last]].items[path[last+1:]]
}

// progress counts a read of a cluster or a machine pool, and ends the upgrades whose reads are over.
func (s *service) progress(target string, read bool) {
	var running []upgrading
	for _, u := range s.running {
		if u.target == target && read {
			u.reads--
		}
		if u.target != target || u.reads > 0 {
			running = append(running, u)
			continue
		}
		s.end(u)
	}
	s.running = running
}

// end ends an upgrade. A completed or cancelled one has no policy any more.
func (s *service) end(u upgrading) {
	item, policy := s.at(u.target), s.at(u.policy)
	if item == nil || policy == nil {
		return
	}
	switch u.state {
	case failed:
		policy["state"] = object{"value": failed, "description": "the lab ended the upgrade"}
		return
	case completed:
		item["version"] = object{"id": versionPrefix + u.release}
		s.offerPools(u.target)
	}
	// Errors are those of endpoints, which policies do not have.
	_ = s.delete(u.policy)
}

// offerPools sets the releases that the machine pools of a cluster are offered, which depend on its release.
func (s *service) offerPools(path string) {
	below := strings.Join(strings.Split(path, "/")[:2], "/") + "/node_pools"
	if pools := s.collections[below]; pools != nil {
		for _, pool := range pools.items {
			pool["version"] = poolVersion(clusterVersion(pool), releaseOf(s.clusterOf(below)))
		}
	}
}
