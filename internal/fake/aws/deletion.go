package aws

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
)

// reference is where a resource refers to another one: its type and the path of a property, which may lead through lists.
type reference struct {
	token string
	path  []string
}

// references parses types and paths, such as "lb/LoadBalancer subnetMappings.subnetId".
func references(texts ...string) []reference {
	var all []reference
	for _, text := range texts {
		name, path, _ := strings.Cut(text, " ")
		all = append(all, reference{token(name), strings.Split(path, ".")})
	}
	return all
}

// users are the resources that refer to one, which cannot be deleted before them.
type users struct {
	// by is the property of the one whose value the users have; "" for its ID.
	by string
	of []reference
	// unless is a property of the one that deletes the users together with it if it is true.
	unless string
	// rejection is AWS's error, with %s for the value.
	rejection string
}

// deleteWithUsers returns the keys of what AWS deletes together with the resource, or AWS's error if the resource cannot
// be deleted yet, with what uses it.
func deleteWithUsers(records fake.Records, deleted fake.Record) ([]string, error) {
	kind := resourceTypes[deleted.Token]
	if property := kind.lock[0]; property != "" && deleted.Outputs[property] == true {
		return nil, fmt.Errorf("deleting %s: "+kind.lock[1], deleted.ID, deleted.ID)
	}
	var keys []string
	for _, using := range kind.users {
		var remaining []fake.Record
		for _, user := range using.find(records, deleted) {
			keys = append(keys, user.Key())
			if !using.isDeleted(deleted, user) {
				remaining = append(remaining, user)
			}
		}
		if len(remaining) > 0 {
			return nil, fmt.Errorf("deleting %s: "+using.rejection+"\nIn use by %s",
				deleted.ID, using.value(deleted), strings.Join(idsOf(remaining), ", "))
		}
	}
	if kind.rejectDeletion != nil {
		if err := kind.rejectDeletion(records, deleted); err != nil {
			return nil, err
		}
	}
	return keys, nil
}

// value returns what the users have.
func (u users) value(used fake.Record) string {
	if u.by == "" {
		return used.ID
	}
	return used.Text(u.by)
}

// find returns the resources that refer to another.
func (u users) find(records fake.Records, used fake.Record) []fake.Record {
	value := u.value(used)
	var found []fake.Record
	for _, record := range records {
		if slices.ContainsFunc(u.of, func(r reference) bool {
			return record.Token == r.token && slices.Contains(texts(record.Outputs, r.path), value)
		}) {
			found = append(found, record)
		}
	}
	return found
}

// isDeleted reports whether AWS deletes a user together with the resource: a group's own rules, and a zone's SOA and NS
// records, which AWS creates and deletes with the zone.
func (u users) isDeleted(deleted, user fake.Record) bool {
	if u.unless != "" && deleted.Outputs[u.unless] == true {
		return true
	}
	switch user.Text("type") {
	case "SOA", "NS":
		return user.Token == recordType && user.Text("name") == deleted.Text("name")
	}
	group := u.value(deleted)
	return user.Outputs["referencedSecurityGroupId"] == group && user.Outputs["securityGroupId"] == group
}

func idsOf(records []fake.Record) []string {
	found := map[string]bool{}
	for _, record := range records {
		found[record.ID] = true
	}
	return slices.Sorted(maps.Keys(found))
}

// texts returns the strings at a path, through maps and lists.
func texts(value any, path []string) []string {
	switch v := value.(type) {
	case []any:
		var found []string
		for _, element := range v {
			found = append(found, texts(element, path)...)
		}
		return found
	case map[string]any:
		if len(path) == 0 {
			return nil
		}
		return texts(v[path[0]], path[1:])
	case string:
		if len(path) == 0 {
			return []string{v}
		}
	}
	return nil
}
