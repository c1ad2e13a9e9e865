package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/ocm"
)

const (
	root = "/api/clusters_mgmt/v1/"
	// requests is where tests read and delete the bodies that were posted, by collection.
	requests = "/lab/requests/"
	// endpointsPath is where a test lets the security groups of endpoints stay.
	endpointsPath = "/lab/endpoints"
)

// object is a JSON object.
type object = map[string]any

// account is the AWS account of the clusters.
type account interface {
	// missing returns the first role, or subnet of a region, that does not exist, "" if all do.
	missing(region string, roles, subnets []string) (string, error)
	// createEndpoint creates the VPC endpoint of a hosted cluster, with its security group.
	createEndpoint(region, subnet string, cluster object) (endpoint, error)
	// deleteEndpoint deletes an endpoint, and its security group unless that stays.
	deleteEndpoint(deleted endpoint, groupStays bool) error
}

// endpoint is a VPC endpoint with its security group.
type endpoint struct{ region, id, group string }

// service is the fake's state.
type service struct {
	aws account

	mutex       sync.Mutex
	collections map[string]*collection
	// posted are the bodies that were posted, by the last part of their path.
	posted map[string][]object
	// endpoints are the VPC endpoints of hosted control planes, by cluster.
	endpoints map[string]endpoint
	// groupsStay is whether the security groups of deleted endpoints stay.
	groupsStay bool
	created    int
	// endings says how operations end, by the state in which they begin; running has the operations in progress.
	endings map[ocm.State]ending
	running []operation
	// override is how a test has the next requests answered.
	override override
}

// collection are items in the order of their creation.
type collection struct {
	ids   []string
	items map[string]object
}

func newService(aws account) *service {
	return &service{
		aws: aws, collections: map[string]*collection{}, posted: map[string][]object{}, endpoints: map[string]endpoint{},
		endings: map[ocm.State]ending{},
	}
}

// request is one request to the API.
type request struct {
	method string
	// path is the path below root; parent is the path without its last part, and last that part.
	path, parent, last string
	body               object
	dryRun             bool
	// search selects the clusters with a value of aws.sts.oidc_endpoint_url, the only field that RHCS searches for.
	search string
}

func newRequest(r *http.Request, root string, body object) request {
	path := strings.Trim(strings.TrimPrefix(r.URL.Path, root), "/")
	parent, last := "", path
	if at := strings.LastIndex(path, "/"); at >= 0 {
		parent, last = path[:at], path[at+1:]
	}
	return request{
		method: r.Method, path: path, parent: parent, last: last, body: body,
		dryRun: r.URL.Query().Get("dryRun") == "true", search: r.URL.Query().Get("search"),
	}
}

// response is a status and a value; nil without a body.
type response struct {
	status int
	value  any
}

func rejected(err error) response {
	return response{http.StatusBadRequest, object{"kind": "Error", "id": "400", "code": "CLUSTERS-MGMT-400", "reason": err.Error()}}
}

func notFound(path string) response {
	return response{http.StatusNotFound, object{
		"kind": "Error", "id": "404", "code": "CLUSTERS-MGMT-404", "reason": fmt.Sprintf("'%s' not found", path),
	}}
}

func list(items []object) response {
	return response{http.StatusOK, object{"kind": "List", "page": 1, "size": len(items), "total": len(items), "items": items}}
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	status, body, delay := s.serve(r)
	time.Sleep(delay)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

// serve returns the status and the body of the answer to a request, and how long a test delays it. The body is encoded here, because
// other requests change what it is of.
func (s *service) serve(r *http.Request) (status int, body []byte, delay time.Duration) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	set := s.overrideOf(r)
	answer := failed(set.status)
	if set.status == 0 {
		answer = s.respond(r)
	}
	var encoded bytes.Buffer
	if answer.value != nil {
		_ = json.NewEncoder(&encoded).Encode(answer.value) //nolint:errchkjson // all values are JSON's
	}
	return answer.status, encoded.Bytes(), set.delay
}

func (s *service) respond(r *http.Request) response {
	body := object{}
	// An empty body is an empty object.
	_ = json.NewDecoder(r.Body).Decode(&body)
	if body == nil {
		body = object{}
	}
	switch {
	case r.URL.Path == operationsPath:
		return s.setEnding(body)
	case r.URL.Path == answersPath:
		return s.setOverride(body)
	case r.URL.Path == endpointsPath:
		s.groupsStay = body["groupsStay"] == true
		return response{http.StatusNoContent, nil}
	case strings.HasPrefix(r.URL.Path, requests):
		return s.recorded(r.Method, strings.TrimPrefix(r.URL.Path, requests))
	case strings.HasPrefix(r.URL.Path, root):
		return s.answer(newRequest(r, root, body))
	case strings.HasPrefix(r.URL.Path, accountsRoot):
		return s.answerAccounts(newRequest(r, accountsRoot, body))
	}
	return notFound(r.URL.Path)
}

// recorded returns the bodies that were posted to a collection, or forgets all.
func (s *service) recorded(method, collection string) response {
	if method == http.MethodDelete {
		clear(s.posted)
		return response{http.StatusNoContent, nil}
	}
	return list(s.posted[collection])
}

func (s *service) answer(r request) response {
	switch {
	case strings.HasPrefix(r.path, clustersPath+"/") && s.clusterAbove(r.path) == nil:
		return notFound(r.path)
	case r.path == "versions":
		return list(versions())
	case r.parent == "versions":
		if !known(r.last) {
			return notFound(r.path)
		}
		return response{http.StatusOK, version(r.last)}
	case r.last == "delete_protection" && s.at(r.parent) != nil:
		return deleteProtection(r, s.at(r.parent))
	case strings.Contains(r.last, "thumbprint"):
		return response{http.StatusOK, object{
			"thumbprint": thumbprint, "oidc_config_id": r.body["oidc_config_id"], "issuer_url": "",
		}}
	case r.last == "autoscaler":
		return s.autoscaler(r)
	case r.last == "upgrade_policies":
		return s.upgrade(r)
	case r.last == "state" && strings.Contains(r.parent, "/upgrade_policies/") && s.at(r.parent) != nil:
		return response{http.StatusOK, s.at(r.parent)["state"]}
	case s.at(r.path) != nil:
		return s.item(r)
	case r.method == http.MethodPost:
		return s.post(r)
	case r.method == http.MethodGet && (s.collections[r.path] != nil || r.isCollection()):
		return list(r.matching(s.list(r.path)))
	}
	return notFound(r.path)
}

// singletons are the parts of paths that name one object, and no collection.
var singletons = regexp.MustCompile(`/(?:control_plane|external_auth_config)/`)

// isCollection reports whether the path names a collection: the names of collections and IDs take turns. An upgrade has a state.
func (r request) isCollection() bool {
	return r.last != "state" && strings.Count(singletons.ReplaceAllString(r.path, "/"), "/")%2 == 0
}

// matching returns the items that the request searches for; all if it does not search for an issuer.
func (r request) matching(items []object) []object {
	field, value, _ := strings.Cut(r.search, " = ")
	if field != "aws.sts.oidc_endpoint_url" {
		return items
	}
	return slices.DeleteFunc(items, func(item object) bool {
		return text(item, "aws", "sts", "oidc_endpoint_url") != strings.Trim(value, "'")
	})
}

// item reads, changes or deletes an item.
func (s *service) item(r request) response {
	item := s.at(r.path)
	switch r.method {
	case http.MethodGet:
		if err := s.read(r.path); err != nil {
			return rejected(err)
		}
		if s.at(r.path) == nil {
			return notFound(r.path)
		}
	case http.MethodPatch:
		if err := rejectChange(r, item); err != nil {
			return rejected(err)
		}
		change(r, item)
	case http.MethodDelete:
		if err := s.deleteItem(r); err != nil {
			return rejected(err)
		}
		return response{http.StatusNoContent, nil}
	}
	return response{http.StatusOK, shaped(r.parent, item)}
}

func (s *service) deleteItem(r request) error {
	if err := s.rejectDeletion(r); err != nil {
		return err
	}
	if r.parent == clustersPath {
		return s.uninstall(r.path)
	}
	return s.delete(r.path)
}

func (s *service) post(r request) response {
	s.posted[r.last] = append(s.posted[r.last], r.body)
	if err := s.rejectCreation(r); err != nil {
		return rejected(err)
	}
	item := s.put(r.path, s.completed(r))
	if err := s.applyEffects(r, item); err != nil {
		return rejected(err)
	}
	return response{http.StatusCreated, shaped(r.path, item)}
}

// put adds an item to a collection, with an ID unless it has one.
func (s *service) put(path string, body object) object {
	if s.collections[path] == nil {
		s.collections[path] = &collection{items: map[string]object{}}
	}
	all, item := s.collections[path], maps.Clone(body)
	id := text(item, "id")
	if id == "" {
		s.created++
		last := path[strings.LastIndex(path, "/")+1:]
		id = fmt.Sprintf("%s%04d", last[:min(4, len(last))], s.created)
	}
	item["id"] = id
	setDefaults(item, object{"href": root + path + "/" + id})
	if all.items[id] == nil {
		all.ids = append(all.ids, id)
	}
	all.items[id] = item
	return item
}

// at returns the item at a path, nil if there is none.
func (s *service) at(path string) object {
	last := strings.LastIndex(path, "/")
	if last < 0 || s.collections[path[:last]] == nil {
		return nil
	}
	return s.collections[path[:last]].items[path[last+1:]]
}

func (s *service) list(path string) []object {
	found := []object{}
	if all := s.collections[path]; all != nil {
		for _, id := range all.ids {
			found = append(found, shaped(path, all.items[id]))
		}
	}
	return found
}

// delete deletes an item and everything below it.
func (s *service) delete(path string) error {
	at := strings.LastIndex(path, "/")
	all := s.collections[path[:at]]
	delete(all.items, path[at+1:])
	all.ids = slices.DeleteFunc(all.ids, func(id string) bool { return id == path[at+1:] })
	maps.DeleteFunc(s.collections, func(below string, _ *collection) bool { return strings.HasPrefix(below, path+"/") })
	if created := s.endpoints[path[at+1:]]; created.id != "" {
		delete(s.endpoints, path[at+1:])
		return s.aws.deleteEndpoint(created, s.groupsStay)
	}
	return nil
}

// autoscaler serves a cluster's autoscaler, the only resource in a cluster without an ID.
func (s *service) autoscaler(r request) response {
	const only = "autoscaler"
	all := s.collections[r.path]
	switch r.method {
	case http.MethodPost:
		body := maps.Clone(r.body)
		body["id"] = only
		return response{http.StatusCreated, s.put(r.path, body)}
	case http.MethodDelete:
		delete(s.collections, r.path)
		return response{http.StatusNoContent, nil}
	}
	if all == nil {
		return notFound(r.path)
	}
	if r.method == http.MethodPatch {
		maps.Copy(all.items[only], r.body)
	}
	return response{http.StatusOK, all.items[only]}
}

// at returns the value at a path of nested objects, nil if there is none.
func at(value any, path ...string) any {
	for _, name := range path {
		nested, _ := value.(object)
		value = nested[name]
	}
	return value
}

// text returns the string at a path, "" if there is none.
func text(value any, path ...string) string {
	found, _ := at(value, path...).(string)
	return found
}

// texts returns the strings of the list at a path.
func texts(value any, path ...string) []string {
	items, _ := at(value, path...).([]any)
	var all []string
	for _, item := range items {
		if text, ok := item.(string); ok {
			all = append(all, text)
		}
	}
	return all
}
