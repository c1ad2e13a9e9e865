package permissions

import (
	"maps"
	"slices"
	"sync"
	"testing"
)

// result is what the search finds from all starts.
type result struct {
	// starts are the names of the starts.
	starts []string
	// becomes are the actors that each start becomes, beside itself.
	becomes map[string][]string
	// ways are the ways to what is not the start's, each with a path.
	ways map[found]path
	// reached are the ways of each start.
	reached map[string][]found
}

// searchAll searches from the starts.
func (s search) searchAll(starts []actor) result {
	all := result{becomes: map[string][]string{}, ways: map[found]path{}, reached: map[string][]found{}}
	for _, start := range starts {
		all.starts = append(all.starts, start.name)
		paths, ways := s.from(start)
		for _, p := range paths[1:] {
			all.becomes[start.name] = append(all.becomes[start.name], p.actor.name)
		}
		all.reached[start.name] = slices.Collect(maps.Keys(ways))
		maps.Copy(all.ways, ways)
	}
	return all
}

// writtenRole is a role of which the principal chooses the permissions, within the boundary.
const writtenRole = "role that the principal writes"

// published returns the search with the published boundary, and its starts.
func published(t *testing.T) (search, []actor) {
	t.Helper()
	boundary := statementsOf(t, "permissions-boundary.json")
	s := search{boundaries: map[string][]statement{boundaryARN: boundary}, roles: map[string]actor{}, written: writtenRole}
	machines := clusterRoles(t, machineDocuments(t), boundary)
	for _, a := range machines {
		for _, arn := range map[string][]string{"machine master": {clusterMaster, siblingMaster}, "machine worker": {clusterWorker}}[a.name] {
			a.arn = arn
			s.roles[arn] = a
		}
	}
	return s, slices.Concat(principals(t), machines, clusterRoles(t, operatorDocuments(t), boundary), []actor{
		{name: "jump host", owns: []string{cluster}, policies: [][]statement{parse(t, sessionManager)}},
		{name: "proxy", owns: []string{cluster}},
		actor{owns: []string{cluster}, arn: account + "role/demo-new", boundary: boundary, boundaryARN: boundaryARN}.with(writtenRole),
	})
}

// sharedVpc returns the search in the account that owns a shared VPC, with its boundary, and the principal there.
func sharedVpc(t *testing.T) (search, actor) {
	t.Helper()
	s := search{
		boundaries: map[string][]statement{boundaryARN: statementsOf(t, "permissions-shared-vpc-boundary.json")},
		written:    "role that the principal of a shared VPC writes",
	}
	return s, actor{
		name: "principal of a shared VPC", arn: principal, policies: [][]statement{statementsOf(t, "permissions-shared-vpc.json")},
	}
}

var (
	searched     sync.Once
	searchResult result
)

// searchPublished searches from all starts, once. The principal of a shared VPC is in the account that owns the VPC, which has another
// boundary.
func searchPublished(t *testing.T) result {
	t.Helper()
	searched.Do(func() {
		s, starts := published(t)
		all := s.searchAll(starts)
		shared, start := sharedVpc(t)
		other := shared.searchAll([]actor{start})
		all.starts = append(all.starts, other.starts...)
		maps.Copy(all.becomes, other.becomes)
		maps.Copy(all.ways, other.ways)
		maps.Copy(all.reached, other.reached)
		searchResult = all
	})
	return searchResult
}
