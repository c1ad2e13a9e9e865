package fake

// Step is the operation of a preview on one resource of an account.
type Step struct {
	// Token and URN identify the resource.
	Token, URN string
	// Create is whether the step creates it, or a replacement of it; otherwise the step deletes it, or what was replaced.
	Create bool
	// Inputs belong to the resource that is created or deleted; Provider is the reference to its provider.
	Inputs   map[string]any
	Provider string
	// Config are the inputs of the provider.
	Config map[string]any
}

// Rejection is the error with which a service would reject a step of a preview.
type Rejection struct {
	// URN is the URN of the step.
	URN string
	Err error
}

// Rejected returns what the service would reject of the steps of a preview, in their order.
func (a *Account) Rejected(steps []Step) (rejections []Rejection) {
	if a.RejectPlan != nil {
		a.Store.View(func(records Records) { rejections = a.RejectPlan(records, steps) })
	}
	return rejections
}
