module github.com/openshift-aws/pulumi-openshift-aws/tools/awsschema

go 1.26
