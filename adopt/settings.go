package adopt

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"path"
	"slices"
	"strings"
)

// Settings returns the settings with which a program such as examples/adopted-cluster describes the ROSA cluster that exists: of `rosa
// describe cluster`, a Terraform state or the export of a stack, and its subnets and roles of these or of the AWS CLI. Objects are JSON.
func Settings(existing []Resource) (map[string]string, error) {
	i := slices.IndexFunc(existing, func(r Resource) bool { return r.Type == hcpType || r.Type == classicType })
	if i < 0 {
		return nil, errors.New("no file has a ROSA cluster, whose settings could be written")
	}
	cluster := existing[i].Properties
	role := path.Base(cmp.Or(textAt(cluster, "sts", "role_arn"), textAt(cluster, "sts", "roleArn")))
	settings := map[string]string{
		"name": textAt(cluster, "name"), "version": cmp.Or(textAt(cluster, "currentVersion"), textAt(cluster, "version")),
		"channel": textAt(cluster, "channel"), "aws:region": textAt(cluster, "cloudRegion"), "machineCidr": textAt(cluster, "machineCidr"),
		"accountPrefix":  strings.TrimSuffix(strings.TrimSuffix(role, "-Installer-Role"), "-HCP-ROSA"),
		"operatorPrefix": cmp.Or(textAt(cluster, "sts", "operator_role_prefix"), textAt(cluster, "sts", "operatorRolePrefix")),
		"creatorArn":     textAt(cluster, "properties", creator),
		"instanceType":   textAt(cluster, "computeMachineType"), "replicas": asJSON(cluster["replicas"]),
		"allowImdsV1": asJSON(textAt(cluster, "ec2MetadataHttpTokens") != "required"),
	}
	properties, _ := cluster["properties"].(map[string]any)
	properties = maps.Clone(properties)
	delete(properties, creator)
	subnets := map[bool]map[string]any{true: {}, false: {}}
	ids, _ := cluster["awsSubnetIds"].([]any)
	for _, r := range existing {
		if r.Type == "aws:ec2/subnet:Subnet" && slices.Contains(ids, any(r.ID)) {
			subnets[isPublic(r)][textAt(r.Properties, "availabilityZone")] = r.ID
		}
		if r.Type == "aws:iam/role:Role" && textAt(r.Properties, "name") == role {
			settings["rolesVersion"] = tag(r.Properties, "rosa_openshift_version")
		}
	}
	for name, object := range map[string]map[string]any{
		"properties": properties, "privateSubnets": subnets[false], "publicSubnets": subnets[true],
	} {
		if len(object) > 0 {
			settings[name] = asJSON(object)
		}
	}
	maps.DeleteFunc(settings, func(_, value string) bool { return value == "" || value == "null" })
	return settings, nil
}

// creator is the property in which OCM records who created a cluster.
const creator = "rosa_creator_arn"

func asJSON(value any) string {
	text, _ := json.Marshal(value) //nolint:errchkjson // it was read from JSON
	return string(text)
}

// isPublic reports whether load balancers of the internet are in a subnet, or instances have public addresses.
func isPublic(subnet Resource) bool {
	tags, _ := subnet.Properties["tags"].(map[string]any)
	_, elb := tags["kubernetes.io/role/elb"]
	return elb || subnet.Properties["mapPublicIpOnLaunch"] == true
}

// Write sets those settings of the cluster that exists which the program's Pulumi.yaml declares, in the file of the stack, and returns
// them. What the files do not have keeps its value.
func Write(ctx context.Context, opts Options) ([]string, error) {
	settings, err := Settings(opts.Existing)
	if err != nil {
		return nil, err
	}
	project, err := loadProject(opts.Dir)
	if err != nil {
		return nil, err
	}
	var written []string
	values := map[string]map[string]any{} // as `pulumi config --json` prints them
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		key := project.Name.String() + ":" + name
		if _, declared := project.Config[key]; declared || strings.Contains(name, ":") {
			written, values[name] = append(written, name+": "+settings[name]), map[string]any{"value": settings[name]}
			if strings.HasPrefix(settings[name], "{") {
				values[name]["objectValue"] = json.RawMessage(settings[name])
			}
		}
	}
	_, err = opts.pulumi(ctx, nil, "config", "set-all", "--stack", opts.Stack, "--json", asJSON(values))
	return written, err
}
