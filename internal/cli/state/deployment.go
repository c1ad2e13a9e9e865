// Package state reads the states of stacks.
package state

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Deployment is the part of a stack's state that is read here (apitype.DeploymentV3).
type Deployment struct {
	Resources []Resource `json:"resources"`
	// Pending are the operations of which Pulumi does not know the end, because the CLI was killed.
	Pending []struct {
		Resource Resource `json:"resource"`
		Type     string   `json:"type"`
	} `json:"pending_operations"`
}

// Read reads the output of `pulumi stack export`.
func Read(export []byte) (*Deployment, error) {
	var stack struct {
		Deployment *Deployment `json:"deployment"`
	}
	if err := json.Unmarshal(export, &stack); err != nil {
		return nil, fmt.Errorf("not a valid export of a stack: %w", err)
	}
	if stack.Deployment == nil {
		return nil, errors.New("not a valid export of a stack: it has no deployment; pass the output of `pulumi stack export`")
	}
	return stack.Deployment, nil
}

// Existing returns the resources sorted by URN, without those that wait for their deletion.
func (d *Deployment) Existing() Resources {
	existing := slices.DeleteFunc(slices.Clone(d.Resources), func(r Resource) bool { return r.Delete })
	slices.SortFunc(existing, func(a, b Resource) int { return strings.Compare(a.URN, b.URN) })
	return existing
}

// Protected returns the URNs of the resources that Pulumi rejects to delete, sorted.
func (d *Deployment) Protected() []string {
	var urns []string
	for _, resource := range d.Resources {
		if resource.Protect {
			urns = append(urns, resource.URN)
		}
	}
	slices.Sort(urns)
	return slices.Compact(urns)
}

// Interrupted returns the URNs of the resources whose creation was interrupted, sorted.
func (d *Deployment) Interrupted() []string {
	var urns []string
	for _, operation := range d.Pending {
		if operation.Type == "creating" {
			urns = append(urns, operation.Resource.URN)
		}
	}
	slices.Sort(urns)
	return slices.Compact(urns)
}
