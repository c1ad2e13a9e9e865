package policy

// ServiceAccount is a service account of a cluster.
type ServiceAccount struct {
	// Namespace is the service account's namespace. Required.
	Namespace string `check:"required,format=namespace"`
	// Name is the service account's name. Required.
	Name string `check:"required,format=object-name"`
}

// Subject returns the subject (sub) of the service account's tokens.
func (s ServiceAccount) Subject() string {
	return "system:serviceaccount:" + s.Namespace + ":" + s.Name
}
