package ingress

// Manifest is a file for the directory of openshift-install.
type Manifest struct {
	// Path is where the file belongs, relative to the directory.
	Path string
	// Content is the file's text, YAML.
	Content string
}

// InstallManifest returns the manifest by which a cluster is installed with routers on the ports of their nodes, which
// is what RouterLB sends to. How the default controller is published cannot be changed later. Write the file after
// `openshift-install create manifests` and before `openshift-install create ignition-configs`; it takes the place of one
// of the same name.
func InstallManifest() Manifest {
	return Manifest{Path: installManifestPath, Content: installManifest}
}

// The file's name is the installer's own (openshift/installer pkg/asset/manifests/ingress.go).
const (
	installManifestPath = "manifests/cluster-ingress-default-ingresscontroller.yaml"
	installManifest     = `apiVersion: ` + controllerAPI + `
kind: ` + controllerKind + `
metadata:
  name: ` + defaultController + `
  namespace: ` + controllerNamespace + `
spec:
  endpointPublishingStrategy:
    type: HostNetwork
`
)
