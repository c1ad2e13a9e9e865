package permissions

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// actor is who goes a way: a principal with its permissions.
type actor struct {
	name, arn string
	// owns are the owners of what it may change.
	owns []string
	// policies are its policies, each with its statements.
	policies [][]statement
	// boundary and session are what limits the policies; nil without a limit.
	boundary, session []statement
	boundaryARN       string
}

var everything = []statement{{Effect: "Allow", Action: texts{"*"}, Resource: texts{"*"}}}

// allowed reports whether AWS allows a request: nothing denies it, and policies, boundary and session policy each allow it (IAM
// user guide, "Policy evaluation for requests within a single account").
func (a actor) allowed(r request) bool {
	return isAllowed(slices.Concat(a.policies...), r) && (a.boundary == nil || isAllowed(a.boundary, r)) &&
		(a.session == nil || isAllowed(a.session, r))
}

// isAdministrator reports whether the actor can create other administrators.
func (a actor) isAdministrator() bool {
	user := account + "user/any"
	return a.allowed(request{action: "iam:CreateUser", resource: user}) && a.allowed(request{action: "iam:AttachUserPolicy", resource: user})
}

// with returns the actor with all permissions in its boundary.
func (a actor) with(name string) actor {
	a.name, a.policies = name, append(slices.Clone(a.policies), everything)
	return a
}

// search is a breadth-first search in the world.
type search struct {
	// boundaries are the statements of the boundaries, by ARN.
	boundaries map[string][]statement
	// roles are the actors behind the roles of the clusters, by ARN.
	roles map[string]actor
	// written is the name of a role of which the principal chooses the permissions, within the boundary.
	written string
}

// becomesAdministrator is the resource of a way that makes an actor an administrator of the account.
const becomesAdministrator = "an administrator of the account"

// What is added to the name of an actor that changes itself.
const (
	withoutDeny = ", without the policy that denies"
	withAll     = ", with all permissions"
)

// found is a way to what is not the actor's: the actor that goes it, the way and the resource.
type found struct{ actor, edge, resource string }

// path is how a start becomes an actor.
type path struct {
	actor actor
	steps []string
}

// freeTags are tags that the documents require. The tags of a request are those that the actor chooses.
var freeTags = map[string]string{
	"red-hat": "true", "red-hat-managed": "true", issuerTag: "owned", clusterTag: "owned", stackTag: "demo/a",
}

// keys returns the condition keys of an action on a resource.
func (e edge) keys(action string, r resource) map[string][]string {
	all := map[string][]string{"aws:ResourceAccount": {"123456789012"}, "kms:GrantIsForAWSResource": {"false"}}
	tags := maps.Clone(r.tags)
	if e.tagged && action != strings.Fields(e.actions)[0] || e.isOnNew(action) {
		tags = freeTags
	}
	for name, value := range tags {
		all["aws:ResourceTag/"+name] = []string{value}
	}
	for name, value := range freeTags {
		all["aws:RequestTag/"+name] = []string{value}
		all["aws:TagKeys"] = append(all["aws:TagKeys"], name)
	}
	if r.boundary != "" {
		all["iam:PermissionsBoundary"] = []string{r.boundary}
	}
	if r.record != "" {
		all[recordNames] = []string{r.record}
	}
	if r.kind == "subnet" {
		all["ram:ResourceArn"] = []string{r.arn}
	}
	if e.policy != "" {
		all["iam:PolicyARN"] = []string{e.policy}
	}
	if e.service != "" {
		all["iam:PassedToService"] = []string{e.service}
	}
	return all
}

// isOnNew reports whether an action is on what the actor creates to pass a role to it.
func (e edge) isOnNew(action string) bool { return e.service != "" && action != "iam:PassRole" }

// newResource returns what an action creates or changes, in an ARN.
func newResource(action string) string {
	if action == "ec2:CreateLaunchTemplate" {
		return "launch-template/new"
	}
	return "instance/new"
}

// can reports whether AWS allows an actor to go a way.
func (a actor) can(e edge, r resource) bool {
	if e.on != r.kind || e.self != (e.on == "role" && r.arn == a.arn) || e.open && !r.open {
		return false
	}
	if e.self {
		r.boundary = a.boundaryARN
	}
	for action := range strings.FieldsSeq(e.actions) {
		arn := r.arn
		if e.isOnNew(action) {
			arn = "arn:aws:" + strings.Split(action, ":")[0] + ":us-east-2:123456789012:" + newResource(action)
		}
		if !a.allowed(request{action: action, resource: arn, keys: e.keys(action, r)}) {
			return false
		}
	}
	return true
}

// next returns the actor that a way gives, if it gives one.
func (s search) next(a actor, e edge, r resource) (actor, bool) {
	isRole := r.kind == "role" || r.kind == "new role"
	switch role := r.role; {
	case e.gain == undenied:
		a.name = strings.TrimSuffix(a.name, withoutDeny) + withoutDeny
		a.policies = slices.DeleteFunc(slices.Clone(a.policies), func(p []statement) bool {
			return slices.ContainsFunc(p, func(s statement) bool { return s.Effect == "Deny" })
		})
		return a, true
	case e.gain == controls:
		return a, false
	case e.self && e.gain == rewrites:
		return a.with(strings.TrimSuffix(a.name, withAll) + withAll), true
	case e.gain == acts:
		if isRole {
			role = r.arn
		}
		next, ok := s.roles[role]
		next.owns = a.owns
		return next, ok
	default:
		written := actor{name: s.written, arn: r.arn, owns: a.owns}
		if r.boundary != "" && e.gain == rewrites {
			written.boundaryARN, written.boundary = r.boundary, append([]statement{}, s.boundaries[r.boundary]...)
		}
		if e.self {
			a.boundary = nil
			return a.with(a.name), true
		}
		return written.with(s.written), true
	}
}

// reached names what a way reaches.
func (e edge) reached(r resource) string {
	if e.gain == acts && r.role != "" && r.kind != "role" {
		return r.String() + ", and its role"
	}
	return r.String()
}

// from searches from a start. It returns the paths to all actors that the start becomes, and the ways to what is not its own.
func (s search) from(start actor) ([]path, map[found]path) {
	resources := world
	if start.arn != "" && !slices.ContainsFunc(world, func(r resource) bool { return r.arn == start.arn }) {
		kind, _, _ := strings.Cut(strings.TrimPrefix(start.arn, account), "/")
		resources = append(slices.Clone(world), resource{
			kind: kind, arn: start.arn, label: "the principal named after the prefix", owner: owner, role: start.arn,
		})
	}
	paths, known, ways := []path{{actor: start}}, map[string]bool{start.name: true}, map[found]path{}
	for i := 0; i < len(paths); i++ {
		here := paths[i]
		for _, r := range resources {
			for _, e := range edges {
				if !here.actor.can(e, r) {
					continue
				}
				steps := append(slices.Clone(here.steps), e.name+": "+r.arn)
				next, becomes := s.next(here.actor, e, r)
				isForeign := r.owner != nobody && !slices.Contains(start.owns, r.owner)
				switch {
				case becomes && next.isAdministrator():
					ways[found{here.actor.name, e.name, becomesAdministrator}] = path{here.actor, steps}
				case isForeign && (!e.self || !becomes):
					ways[found{here.actor.name, e.name, e.reached(r)}] = path{here.actor, steps}
				case becomes && !known[next.name]:
					known[next.name] = true
					paths = append(paths, path{next, steps})
				}
			}
		}
	}
	return paths, ways
}

// TestLimits: a boundary and a session policy allow nothing by themselves, and their denials hold.
func TestLimits(t *testing.T) {
	t.Parallel()
	read := []statement{{Effect: "Allow", Action: texts{"S3:get*"}, Resource: texts{"*"}}}
	other := []statement{{Effect: "Allow", Action: texts{"ec2:*"}, Resource: texts{"*"}}}
	r := request{action: "s3:GetObject", resource: "arn:aws:s3:::a/b"}
	all := [][]statement{everything}
	assert.True(t, actor{policies: all}.allowed(r))
	assert.True(t, actor{policies: all, boundary: read, session: read}.allowed(r))
	assert.False(t, actor{policies: all, boundary: other}.allowed(r))
	assert.False(t, actor{policies: all, boundary: read, session: other}.allowed(r))
	assert.False(t, actor{boundary: read}.allowed(r))
	assert.False(t, actor{policies: all, boundary: []statement{}}.allowed(r), "a boundary that does not exist allows nothing")
}

// TestEdges: an administrator can go each way, each way has a source, and no two have one name.
func TestEdges(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for _, e := range edges {
		assert.False(t, names[e.name], e.name)
		names[e.name] = true
		assert.NotEmpty(t, e.source, e.name)
		self := actor{arn: clusterWorker, policies: [][]statement{everything}}
		assert.True(t, slices.ContainsFunc(world, func(r resource) bool { return self.can(e, r) }), e.name)
		assert.False(t, slices.ContainsFunc(world, func(r resource) bool { return actor{arn: clusterWorker}.can(e, r) }), e.name)
	}
}
