package automation

import "slices"

// Deployment is the part of a stack's state that is read here (apitype.DeploymentV3).
type Deployment struct {
	Resources []Resource `json:"resources"`
	// Pending are the operations of which Pulumi does not know the end, because the CLI was killed.
	Pending []struct {
		Resource Resource `json:"resource"`
		Type     string   `json:"type"`
	} `json:"pending_operations"`
}

// Resource is a resource in a stack's state.
type Resource struct {
	URN string `json:"urn"`
	ID  string `json:"id"`
	// Delete reports whether the resource was replaced and is deleted by the next update.
	Delete bool `json:"delete"`
	// Protect reports whether Pulumi rejects to delete the resource.
	Protect bool `json:"protect"`
}

// Protected returns the URNs of the resources that Pulumi rejects to delete, sorted.
func (d Deployment) Protected() []string {
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
func (d Deployment) Interrupted() []string {
	var urns []string
	for _, operation := range d.Pending {
		if operation.Type == "creating" {
			urns = append(urns, operation.Resource.URN)
		}
	}
	slices.Sort(urns)
	return slices.Compact(urns)
}
