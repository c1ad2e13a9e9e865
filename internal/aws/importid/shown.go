package importid

import (
	"crypto/md5" //nolint:gosec // S3 chose it.
	"encoding/base64"
	"encoding/hex"
)

// shownIn is the output that shows the value of an argument which a provider does not read, and how.
type shownIn struct {
	output string
	// as returns the output that a resource with the value has. Defaults to the value.
	as func(value any) any
}

// release: RHCS reads the release of a cluster or a pool as current_version alone (terraform-provider-rhcs v1.7.7
// provider/clusterrosa/hcp/resource.go, populateRosaHcpClusterState; provider/machinepool/hcp/machine_pool_resource.go, populateState).
var release = map[string]shownIn{"version": {output: "currentVersion"}}

// shown are the unread arguments that an output shows, by token and property.
var shown = map[string]map[string]shownIn{
	"aws:ec2/instance:Instance": {"networkInterfaces": {output: "primaryNetworkInterfaceId", as: primaryInterface}},
	// The ETag is the MD5 of the content, if S3 encrypts it with its own keys and it was uploaded at once (Amazon S3 API Reference, Object).
	"aws:s3/bucketObjectv2:BucketObjectv2":             {"content": {output: "etag", as: md5Of}, "contentBase64": {output: "etag", as: md5OfBase64}},
	"rhcs:index/clusterRosaClassic:ClusterRosaClassic": release,
	"rhcs:index/clusterRosaHcp:ClusterRosaHcp":         release,
	"rhcs:index/hcpMachinePool:HcpMachinePool":         release,
}

// Shown returns the output that shows the value of an unread property, and what it is with the program's value. The output is "" if there
// is none.
func Shown(token, property string, value any) (output string, wanted any) {
	found := shown[token][property]
	if found.as != nil {
		value = found.as(value)
	}
	return found.output, value
}

// primaryInterface returns the network interface of an instance's device 0.
func primaryInterface(value any) any {
	list, _ := value.([]any)
	for _, each := range list {
		if attached, _ := each.(map[string]any); attached["deviceIndex"] == 0.0 {
			return attached["networkInterfaceId"]
		}
	}
	return nil
}

func md5Of(value any) any {
	text, _ := value.(string)
	sum := md5.Sum([]byte(text)) //nolint:gosec // S3 chose it.
	return hex.EncodeToString(sum[:])
}

func md5OfBase64(value any) any {
	text, _ := value.(string)
	content, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil
	}
	return md5Of(string(content))
}
