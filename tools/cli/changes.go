package main

import "strings"

// change returns a changed text of a file. What it does not find remains as it is.
type change func(text string) string

// drop deletes the line that contains a text.
func drop(part string) change {
	return func(text string) string {
		before, after, found := strings.Cut(text, part)
		if !found {
			return text
		}
		_, after, _ = strings.Cut(after, "\n")
		return before[:strings.LastIndex(before, "\n")+1] + after
	}
}

func replace(old, changed string) change {
	return func(text string) string { return strings.ReplaceAll(text, old, changed) }
}

// cut deletes what is between two texts, and the first of them.
func cut(from, to string) change {
	return func(text string) string {
		before, after, _ := strings.Cut(text, from)
		_, after, found := strings.Cut(after, to)
		if !found {
			return text
		}
		return before + to + after
	}
}

// apiError has the fields of cloud.APIError, an error of `pulumi api`, that the other commands read.
const apiError = "*struct { error; Silent bool; ExitCode int }"

// changes has the changes of a file of Pulumi's module. A key that is left out is rejected: "no driver registered for". A URL of a storage that
// is left out is not known as one, and needs a login.
var changes = map[string][]change{
	"cmd/pulumi/pulumi.go": {
		drop(`cmd/pulumi/cloud"`), drop(`cmd/pulumi/insights"`), drop(`cmd/pulumi/neo"`), drop(`cmd/pulumi/org"`),
		drop("cloud.NewAPICmd()"), drop("insights.NewInsightsCmd()"), drop("neo.NewNeoCmd()"), drop("org.NewOrgCmd()"),
	},
	"cmd/pulumi/cmd/cmd.go":        {drop(`cmd/pulumi/cloud"`), replace("*cloud.APIError", apiError)},
	"cmd/pulumi/cmd/exit_codes.go": {drop(`cmd/pulumi/cloud"`), replace("*cloud.APIError", apiError)},
	"backend/diy/backend.go": {
		drop(`blob/azureblob"`), drop(`blob/gcsblob"`), drop(`blob/s3blob"`), drop(`backend/diy/postgres"`), drop(`pkg/v3/authhelpers"`),
		cut("\tif p.Scheme == gcsblob.Scheme {", "\tbucket, err := "),
	},
	"backend/diy/bucket.go": {drop(`service/s3"`), replace("*awss3.CopyObjectInput", "*struct{ CopySource *string }")},
	"secrets/cloud/manager.go": {
		drop(`secrets/awskms"`), drop(`secrets/azurekeyvault"`), drop(`secrets/gcpkms"`), drop(`secrets/hashivault"`),
		drop(`api/cloudkms/v1"`), drop(`pkg/v3/authhelpers"`),
		cut("\tcase gcpkms.Scheme:\n", "\tdefault:\n"),
	},
	"operations/resources.go": { // of `pulumi logs`
		replace("AWSOperationsProvider(ctx, ops.config, ops.resource)", "nil, nil"),
		replace("GCPOperationsProvider(ctx, ops.config, ops.resource)", "nil, nil"),
	},
}

// removed are files of which nothing is compiled.
var removed = []string{"operations/operations_aws.go", "operations/operations_gcp.go"}
