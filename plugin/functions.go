package plugin

import (
	"reflect"
	"slices"

	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

// Function is a function of the package: it registers nothing, and a preview calls it as well.
type Function struct {
	// Token is the function's name, such as openshift-aws:cluster:getInstallDir.
	Token string
	// Go is the function of the Go packages whose comment describes it, such as cluster.LoadInstallDir, and Note a sentence that it has
	// besides.
	Go, Note string
	// Args and Result are structs.
	Args, Result reflect.Type
	// outputs reports which fields of Result are outputs; nil for all.
	outputs func(*argument.Field) bool
	// call returns a pointer to, or a value of, Result for a pointer to Args.
	call func(args any) (any, error)
}

// function returns the function of a Go function.
func function[A, R any](token, of string, call func(*A) (R, error)) Function {
	result := reflect.TypeFor[R]()
	if result.Kind() == reflect.Pointer {
		result = result.Elem()
	}
	return Function{
		Token: Name + ":" + token, Go: of, Args: reflect.TypeFor[A](), Result: result,
		call: func(args any) (any, error) { return call(args.(*A)) },
	}
}

// Functions are the functions of the package. Languages mark all that a function returns as secret when any of it is: what is secret in an
// install directory has its own function, because most arguments are plain text.
var Functions = []Function{
	function("cluster:getInstallDir", "cluster.LoadInstallDir", getInstallDir).
		returning("The Ignition configs and the kubeconfig are what `getInstallDirSecrets` returns.", isPlain),
	function("cluster:getInstallDirSecrets", "cluster.LoadInstallDir", getInstallDir).
		returning("Everything that it returns is a secret; `getInstallDir` returns the rest.", isLeafField),
	function("iam:getLogBucketPolicy", "iam.LogBucketPolicy", getLogBucketPolicy),
	function("iam:getSharedVpcRoles", "iam.SharedVpcRoles", getSharedVpcRoles),
	function("ingress:getInfraNodes", "ingress.InfraNodes", func(*noArgs) (ingress.Placement, error) { return ingress.InfraNodes(), nil }),
	function("ingress:getInstallManifest", "ingress.InstallManifest", ingress.InstallManifest),
	function("network:getEgressProxyUrl", "network.EgressProxyURL", getEgressProxyURL),
	function("network:getSubnetPlan", "network.VpcArgs.SubnetPlan", (*network.VpcArgs).SubnetPlan),
	function("nodes:getAmi", "nodes.AMI", getAMI),
	function("nodes:getAutoscalerPolicy", "nodes.AutoscalerPolicy", getAutoscalerPolicy),
	function("nodes:getCloudInit311", "nodes.CloudInit311", getCloudInit311),
	function("nodes:getCsrApproverPolicy", "nodes.CSRApproverPolicy", getCSRApproverPolicy),
	function("nodes:getTerminationHandlerPolicy", "nodes.TerminationHandlerPolicy", getTerminationHandlerPolicy),
	function("storage:getInfraNodes", "storage.InfraNodes", func(*noArgs) (storage.Placement, error) { return storage.InfraNodes(), nil }),
}

func (f Function) returning(note string, outputs func(*argument.Field) bool) Function {
	f.Note, f.outputs = note, outputs
	return f
}

func isPlain(field *argument.Field) bool     { return field.Type.Kind != argument.Input }
func isLeafField(field *argument.Field) bool { return field.Type.Kind == argument.Input }

// Outputs returns the fields that the function returns.
func (f Function) Outputs() []*argument.Field {
	return slices.DeleteFunc(slices.Clone(argument.Of(f.Result).Fields), func(field *argument.Field) bool {
		return f.outputs != nil && !f.outputs(field)
	})
}
