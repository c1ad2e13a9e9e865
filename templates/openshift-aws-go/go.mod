module ${PROJECT}

go 1.26.0

tool github.com/openshift-aws/pulumi-openshift-aws/cmd/openshift-aws
