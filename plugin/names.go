package plugin

import (
	"path"
	"reflect"
	"regexp"
	"strings"
)

// Name is the name of the package, and of the plugin: pulumi-resource-openshift-aws.
const Name = "openshift-aws"

// Token returns the token of a component or of a type of arguments: openshift-aws:network:Vpc.
func Token(t reflect.Type) string {
	return Name + ":" + path.Base(t.PkgPath()) + ":" + t.Name()
}

var (
	// fixedWords are words in Go names that are one word in a property's name, whatever their capitals.
	fixedWords = strings.NewReplacer("OpenShift", "Openshift", "OAuth", "Oauth", "HTPasswd", "Htpasswd", "OpenID", "Openid", "GitHub", "Github", "GitLab", "Gitlab", "EBSCSI", "EbsCsi", "IPv4", "Ipv4", "IPv6", "Ipv6", "IMDSv1", "Imdsv1", "EC2", "Ec2", "S3", "S3", "GiB", "Gib", "MiB", "Mib")
	// plural is an initialism in the plural: IDs, ARNs, CIDRs.
	plural = regexp.MustCompile(`([A-Z]{2,})s([A-Z]|$)`)
)

// PropertyName returns the name of the property for a Go field without a tag: InfraID is infraId, NATPublicIPs natPublicIps.
func PropertyName(goName string) string {
	name := fixedWords.Replace(goName)
	name = plural.ReplaceAllStringFunc(name, func(found string) string {
		initialism, next, _ := strings.Cut(found, "s")
		return initialism[:1] + strings.ToLower(initialism[1:]) + "s" + next
	})
	var result strings.Builder
	for i, each := range words(name) {
		if i == 0 {
			result.WriteString(strings.ToLower(each))
			continue
		}
		result.WriteString(strings.ToUpper(each[:1]) + strings.ToLower(each[1:]))
	}
	return result.String()
}

// words splits a Go name: the last capital of an initialism that a small letter follows begins the next word.
func words(name string) []string {
	var found []string
	start := 0
	for i := 1; i < len(name); i++ {
		lowerBefore, upper := !isUpper(name[i-1]), isUpper(name[i])
		lowerAfter := i+1 < len(name) && isLower(name[i+1])
		if upper && (lowerBefore || lowerAfter) {
			found = append(found, name[start:i])
			start = i
		}
	}
	return append(found, name[start:])
}

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }
func isLower(c byte) bool { return c >= 'a' && c <= 'z' }
