package plugin_test

import (
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

// formats are texts that have and that do not have a format, for each format in a tag that its package registers. The tests of
// internal/check have those of the formats that packages share.
var formats = map[string]struct{ valid, invalid []string }{
	// internal/openshift
	"login-issuer": {
		[]string{"https://sso.example.com"},
		[]string{"http://sso.example.com", "https://sso.example.com?realm=x", "https://sso.example.com#x", "https://sso.example.com/"},
	},
	"login-scope":     {[]string{"profile", "read:x"}, []string{"a b", `"`, `\`}},
	"login-client":    {[]string{"a b"}, []string{"a\nb", "ä"}},
	"login-parameter": {[]string{"prompt"}, []string{"a b", "a\tb"}},
	"login-ldap-url": {
		[]string{"ldap://a", "ldaps://ldap.example.com/ou=people?uid?one?(objectClass=person)"},
		[]string{"https://ldap.example.com", "ldaps:///ou=people", "ldaps://ldap.example.com/ou=people?uid?all"},
	},
	"login-host":         {[]string{"github.example.com", "10.1.2.3"}, []string{"https://github.example.com"}},
	"login-gitlab-url":   {[]string{"https://gitlab.com"}, []string{"http://gitlab.com"}},
	"login-redirect-url": {redirectURLs, []string{"https://a/login", "https://a/${url}", "http://a/?${query}"}},
	"machine-taint-key":  {[]string{"example.com/gpu"}, []string{"a b"}},
	"taint-key":          {[]string{"example.com/gpu"}, []string{"a b"}},

	// cluster
	"install-domain":   {[]string{"demo.example.com"}, []string{"Demo.example.com", "demo"}},
	"role-or-user-arn": {[]string{roleARN, "arn:aws:iam::123456789012:user/me"}, []string{"demo-bootstrap-profile"}},
	"cluster-uuid":     {[]string{"01234567-89ab-cdef-0123-456789abcdef"}, []string{"demo"}},
	"operator-key":     {[]string{"sre"}, []string{"SRE", "Bastion 1"}},
	"machine-key":      {[]string{"us-east-2a", "us-east-2a-2", "us-east-2a-5"}, []string{"us-east-2", "us-east-2a-1", "us-east-2a-6"}},

	// cluster/configuration
	"certificate-name": {[]string{"api.example.com", "*.example.com"}, []string{"https://api.example.com", "a.*.com"}},
	"dns-server-name":  {[]string{"corp", strings.Repeat("a", 15)}, []string{strings.Repeat("a", 16), "a.b"}},
	"dns-upstream":     {[]string{"10.1.0.53", "10.1.0.53:5353", "[fd00::1]:53"}, []string{"dns.example.com", "10.1.0.53:dns"}},
	"oidc-issuer": {
		[]string{"https://sso.example.com", "https://sso.example.com/realms/main"},
		[]string{
			"http://sso.example.com", "https://sso.example.com?realm=main", "https://me@sso.example.com",
			"https://example.com/" + strings.Repeat("a", 500),
		},
	},
	"image-mirror": {
		[]string{"mirror.example.com:5000/ocp", "a"}, []string{"https://quay.io", "*.example.com", "mirror.example.com/ocp:4.18"},
	},
	"image-source":         {[]string{"quay.io/a", "*.example.com"}, []string{"https://quay.io", "*"}},
	"registry":             {[]string{"mirror.example.com:5000"}, []string{"docker.io/library", "https://x"}},
	"registry-source":      {[]string{"quay.io/a", "*.example.com"}, []string{"http://x", "a b"}},
	"operator-package":     {[]string{"loki-operator"}, []string{"Loki"}},
	"operator-channel":     {[]string{"stable-6.2"}, []string{"stable 6", "é"}},
	"variable":             {[]string{"ROLEARN", "_a", "a-.b1"}, []string{"1a", "a b", "a=b"}},
	"update-service-image": {[]string{"mirror.example.com:5000/a/graph-data:latest"}, []string{"a b", "a;b"}},
	"update-service":       {[]string{strings.Repeat("a", 40)}, []string{"Updates", strings.Repeat("a", 41)}},
	"update-service-url":   {[]string{"http://a", "https://a/graph"}, []string{"updates.example.com"}},

	// cluster/machineconfig
	"log-size": {
		[]string{"-1", "8193", "9k", "8.1Ki", "1Gi", "8193000m"}, []string{"8192", "8Ki", "8k", "100000m", "50MB", "13129160933Ei"},
	},
	"overlay-size":     {[]string{"1", "8Gi"}, []string{"0", "8GB", "30206597394G"}},
	"kubelet-duration": {[]string{"0s", "1m30s"}, []string{"90", "-1m"}},
	"kernel-argument": {
		[]string{"audit=0", `a="b c"`}, []string{"audit=0 quiet", `a="x" init=/bin/sh`, "a=\"b\nc\"", "a\x00b", `a="b`},
	},
	"account-name":       {[]string{"core", "_a-1", strings.Repeat("a", 32)}, []string{"a b", "1:2", "Core", strings.Repeat("a", 33)}},
	"systemd-unit-file":  {[]string{"chronyd.service", `a-\x2d@b.mount`}, []string{"chronyd", "a b.service", "a/b.service"}},
	"systemd-drop-in":    {[]string{"10-limits.conf"}, []string{"10-x", "a/b.conf", "a\nb.conf"}},
	"persistent-path":    {[]string{"/etc/x", "/var/a/b", "/opt/x"}, []string{"/usr/bin/tool", "/run/x", "etc/x", "/etc", "/etc/x\n"}},
	"boot-image-version": {[]string{"4.20.3", "418.100.20"}, []string{"4.20", "4.20.0-rc.1", "4.20.123456"}},
	"systemd-unit":       {[]string{"chronyd.service", "a.path"}, []string{"chronyd", "a.conf", "a@b.service"}},
	"changed-path":       {[]string{"/etc/x"}, []string{"etc/x"}},

	// cluster/rosa
	"rosa-cluster-name":     {[]string{"a" + strings.Repeat("-b", 26) + "c"}, []string{strings.Repeat("b", 55), "1a"}},
	"rosa-domain-prefix":    {[]string{strings.Repeat("a", 15)}, []string{strings.Repeat("a", 16), "A"}},
	"rosa-oidc-config-id":   {[]string{"2b0nvm2ufh84o4uojc5hhnb3o4kgo0b5", "A_-"}, []string{"a b", "a/b"}},
	"rosa-log-group":        {[]string{"/demo/a.b_c#d-1", strings.Repeat("a", 512)}, []string{"a b", "a:b", strings.Repeat("a", 513)}},
	"rosa-key-arn":          {validKeyARNs, invalidKeyARNs},
	"rosa-creator-arn":      {validCreatorARNs, invalidCreatorARNs},
	"rosa-base-domain":      {[]string{"a1b2.p3.openshiftapps.com"}, []string{"openshiftapps"}},
	"rosa-user-name":        {[]string{"ann", "ann@example.com"}, []string{"a:b", " ", "ann\nbob", "a/b", "a%b"}},
	"rosa-break-glass-user": {[]string{"ann.b-1", strings.Repeat("a", 35)}, []string{strings.Repeat("a", 36), "ann@example.com"}},
	"rosa-reservation-id":   {[]string{"cr-0123456789abcdef0"}, []string{"cr-1"}},
	"rosa-provider-name":    {[]string{"GitHub_Enterprise-1"}, []string{"a b", "-a", "a_"}},
	"rosa-registry":         {[]string{"*.example.com", "quay.io:443/a/b:c"}, []string{"*", "https://x", "Quay.io"}},
	"rosa-trusted-host":     {[]string{"registry.example.com..5000", "quay.io"}, []string{"x.com:5000", "x."}},
	"rosa-principal": {
		[]string{"123456789012", "arn:aws:iam::123456789012:root", roleARN, "arn:aws:sts::123456789012:assumed-role/admin/ann"},
		[]string{"12345", "ann", "arn:aws:iam::aws:role/admin", "arn:aws:s3::123456789012:role/admin"},
	},
	"rosa-no-proxy": {
		[]string{"10.0.0.1", "10.0.0.0/16", ".example.com", "a.com"}, []string{"Example.com", "*", "fd00::1", "localhost", ".com"},
	},

	// iam
	"rosa-path": {
		[]string{"/", "/tf-example/", "/" + strings.Repeat("a", 510) + "/"},
		[]string{"openshift", "openshift/", "/openshift*/", "//", "/" + strings.Repeat("a", 511) + "/"},
	},
	"oidc-prefix": {[]string{"abc", "abcdefgh-123456"}, []string{"ab", "abcdefgh-1234567", "team-", "1ab"}},
	"issuer-url": {
		[]string{"https://a.com", "oidc.example.com/2a3b"}, []string{"http://oidc.example.com", "oidc.example.com:8443", "oidc.example.com?a=b"},
	},
	"kms-alias":       {[]string{"a/b_c-1", strings.Repeat("a", 250)}, []string{"my key", strings.Repeat("a", 251)}},
	"policy-document": {[]string{"{}"}, []string{"{"}},

	// network
	"service-name": {[]string{"ecr.api"}, []string{"ECR"}},
	"rule-name":    {[]string{"bastion", "a.b"}, []string{"Bastion", "a b"}},
	"json":         {[]string{"{}"}, []string{"{"}},
	"ipv6-cidr": {
		[]string{"2600:1f16:abcd::/56", "2600::/44", "2600::/60"},
		[]string{"::/0", "2600::/40", "2600::/57", "2600::/64", "2600::1/56", "10.0.0.0/16"},
	},
	"flow-log-fields": {[]string{"${version}", "${version} ${srcaddr}"}, []string{"$version, $srcaddr", "${version}  ${srcaddr}"}},
	"ip-address":      {[]string{"10.0.0.2", "fd00:ec2::123"}, []string{"AmazonProvidedDNS", "10.0.0.0/16"}},
	"dns-server":      {[]string{"AmazonProvidedDNS", "fd00:ec2::123"}, []string{"dns.example.com"}},
	"dhcp-domain":     {[]string{"corp", "corp.example.com"}, []string{"Corp"}},
	"proxy-hostname":  {[]string{"proxy.demo.internal"}, []string{"proxy"}},
	"proxy-domain":    {[]string{".redhat.com", "a"}, []string{"*.redhat.com", "10.0.0.1", "2130706433", "0x7f.1", "0"}},
	"no-proxy-host":   {[]string{"10.0.0.1", "10.0.0.0/16", ".a.com"}, []string{"Example.com", "fd00::1", "fd00::/8", "a b"}},

	// ingress
	"header-name":             {[]string{"X-Forwarded-For", strings.Repeat("a", 1024)}, []string{strings.Repeat("a", 1025), "Ä", "a b"}},
	"action-header":           {[]string{strings.Repeat("a", 255)}, []string{strings.Repeat("a", 256), "Ä"}},
	"unique-id":               {[]string{"%ci:%cp_%rt", "%%", "%[src,ipmask(24)]"}, []string{"100%", "%ci\n%cp", "%[src"}},
	"controller-name":         {[]string{strings.Repeat("a", 47)}, []string{strings.Repeat("a", 48), "a.b"}},
	"syslog-address":          {[]string{"192.0.2.10", "fe80::1"}, []string{"syslog.example.com", "fe80::1%eth0"}},
	"log-format":              {[]string{"%ci é"}, []string{"%ci\nlog stdout local0"}},
	"load-balancer-subnet-id": {[]string{"subnet-0123456789abcdef0"}, []string{"subnet-01234567"}},
	"eip-allocation-id":       {[]string{"eipalloc-0123456789abcdef0"}, []string{"eipalloc-01234567", "192.0.2.1"}},
	"client-cidr":             {[]string{"10.0.0.0/8", "fd00::/8"}, []string{"10.0.0.1/8", "10.0.0.1"}},
	"cluster-domain":          {[]string{strings.Repeat("a.", 122) + "a"}, []string{"*.apps.example.com", strings.Repeat("a.", 123) + "a"}},
	"routes-domain":           {[]string{strings.Repeat("a.", 125) + "a"}, []string{strings.Repeat("a.", 125) + "aa"}},
	"router-lb-name":          {[]string{strings.Repeat("a", 20)}, []string{strings.Repeat("a", 21), "a.b"}},
	"route-host":              {[]string{"shop.example.com", "*.example.com"}, []string{"shop", "*.com", strings.Repeat("a.", 126) + "aa"}},
	"tls-cipher": {
		[]string{"ECDHE-RSA-AES128-GCM-SHA256", "!AES128", "TLS_AES_128_GCM_SHA256", "TLS_RSA_WITH_AES_128_CBC_SHA"},
		[]string{"AES 128", "TLS_RSA", "1A"},
	},

	// nodes
	"count-or-percentage": {[]string{"0", "2", "100%"}, []string{"x", "-1", "101%"}},
	"annotation-key":      {[]string{"example.com/owner"}, []string{"a/b/c"}},
	"accelerator":         {[]string{"nvidia-t4"}, []string{"nvidia t4"}},
	"resource-name":       {[]string{"nvidia.com/gpu"}, []string{"nvidia.com/gpu: 1"}},
	"load-balancer-name":  {[]string{"demo-x7k2p-apps"}, []string{"arn:aws:a", "a/b", "demo-x7k2p-apps-0123456789abcdef0"}},
	"filter-name":         {[]string{"tag:Name", "vpc-id"}, []string{"tag:", " a", "a "}},
	"image":               {[]string{"a:5000/b/c:v1@sha256:" + sha256}, []string{"example.com/cli:", "cli", "a.com/b:v1 --privileged"}},
	"pinned-image": {
		[]string{"a:5000/b:v1", "a/b@sha256:" + sha256},
		[]string{"a:5000/b", "a/b:latest", "a/b@sha256:12", "nth:latest", "a/b:v1 --privileged"},
	},
	"host-url": {
		[]string{"https://ec2.us-east-2.amazonaws.com", "https://ec2.example.com:443/"},
		[]string{
			"http://ec2.example.com", "https://ec2.example.com?a=b", "https://ec2.example.com/?", "https://ec2.example.com/a b",
			"https://169.254.169.254", "https://ec2.example.com:443a", "https://user:password@ec2.example.com",
		},
	},
	"node-domain": {[]string{"corp.example.com"}, []string{"corp"}},
	"data-device": {[]string{"/dev/sdf", "/dev/sdp", "/dev/xvdb"}, []string{"/dev/xvda", "/dev/sda1", "/dev/sde", "sdf"}},

	// storage
	"kms-key-or-alias":    {[]string{keyARN, "arn:aws:kms:us-east-2:123456789012:alias/a"}, []string{"1234abcd", "alias/a"}},
	"storage-class":       {[]string{"gp3-csi"}, []string{"gp3_csi"}},
	"prometheus-duration": {[]string{"15d", "1w12h"}, []string{"1mo", "12h1w", "15"}},
	"prometheus-size":     {[]string{"80GiB", "1.5TB", "512B"}, []string{"80Gi", "80"}},
	"oadp-prefix":         {[]string{"velero", "a/b"}, []string{"/velero/", "a//b", "a b"}},
	"efs-id":              {[]string{"fs-0123456789abcdef0", "fs-01234567"}, []string{"files", "fs-1"}},
	"directory-perms":     {[]string{"700", "1777"}, []string{"rwx", "778", "70"}},
	"efs-path":            {[]string{"/a", "/a/b/c/d"}, []string{"a/", "/a/b/c/d/e", "/", "/a b", "/" + strings.Repeat("a", 100)}},
	"efs-sub-path":        {[]string{"${.PVC.namespace}/${.PVC.name}", "${.PV.name}"}, []string{"${.PVC.uid}", "a b"}},
	"date":                {[]string{"2024-10-01"}, []string{"today", "2024-13-01"}},
	"cron-schedule": {
		[]string{
			"0 3 * * *", "*/15 0-5,22-23 1,31 * ?", "59 23 31 12 6", "0 0 1 jan-MAR sun,Sat", "0 0 * * 1-5/2", "@daily", "@every 12h",
		},
		[]string{
			"daily", "60 0 * * *", "0 24 * * *", "0 0 0 * *", "0 0 32 * *", "0 0 * 13 *", "0 0 * * 7", "0 0 * * 0-7", "5-1 * * * *", "*/0 * * * *",
			"0 0 * * mon-", "0 0 jan * *", "0 0 * *", "0 0 0 * * *", "-1 * * * *", "@reboot", "@every day", "CRON_TZ=UTC 0 3 * * *", "TZ=",
		},
	},
}

const (
	roleARN = "arn:aws:iam::123456789012:role/admin"
	keys    = "arn:aws:kms:us-east-2:123456789012:key/"
	keyARN  = keys + "1234abcd-12ab-4abc-8def-1234567890ab"
	user    = "arn:aws:iam::123456789012:user/"
)

var (
	sha256         = strings.Repeat("0", 64)
	redirectURLs   = []string{"https://sso.example.com/login?then=${url}", "https://sso.example.com/?${query}"}
	validKeyARNs   = []string{keyARN, keys + "mrk-" + strings.Repeat("0", 32), strings.Replace(keyARN, "aws:", "aws-us-gov:", 1)}
	invalidKeyARNs = []string{
		"1234abcd-12ab-4abc-8def-1234567890ab", keys, keys + "example", keys + "mrk-" + strings.Repeat("0", 31),
		keys + "mrk-" + strings.Repeat("g", 32), keys + "1234abcd-12ab-6abc-8def-1234567890ab",
		keys + "1234abcd-12ab-4abc-7def-1234567890ab", "arn:aws:kms:us-east-2:123456789012:alias/example",
	}
	validCreatorARNs   = []string{user + "ann", user + "a/ann@example.com", roleARN, "arn:aws-us-gov:sts::123456789012:assumed-role/admin/ann"}
	invalidCreatorARNs = []string{
		"ann", "arn:aws:iam::123456789012:root", user, "arn:aws:iam::aws:user/ann", "arn:aws:iam::123456789012:group/admins",
		user + "a=b", "arn:aws:ec2::123456789012:user/ann", user + strings.Repeat("a", 65),
	}
)

var (
	inTags   = regexp.MustCompile(`(?:format|keys)=([a-z0-9-]+)(?:[, ]|$)`)
	inShared = regexp.MustCompile(`"([a-z0-9-]+)": `)
)

// TestFormats also requires texts for each format in the tags of the components that internal/check does not register.
func TestFormats(t *testing.T) {
	t.Parallel()
	accepts := func(format, text string) bool {
		args := reflect.New(reflect.StructOf([]reflect.StructField{{
			Name: "Text", Type: reflect.TypeFor[string](), Tag: reflect.StructTag(`check:"format=` + format + `"`),
		}}))
		args.Elem().Field(0).SetString(text)
		problems := check.Struct(args.Interface())
		return problems.Err() == nil
	}
	for name, texts := range formats {
		for _, text := range texts.valid {
			assert.True(t, accepts(name, text), "%s: %q is valid", name, text)
		}
		for _, text := range texts.invalid {
			assert.False(t, accepts(name, text), "%s: %q is invalid", name, text)
		}
	}
	shared := map[string]bool{}
	source, err := os.ReadFile("../internal/check/named.go")
	require.NoError(t, err)
	for _, match := range inShared.FindAllStringSubmatch(string(source), -1) {
		shared[match[1]] = true
	}
	used := 0
	for _, tags := range checktest.TagsOf(withRules()...) {
		for _, match := range inTags.FindAllStringSubmatch(tags, -1) {
			used++
			texts := formats[match[1]]
			assert.True(t, shared[match[1]] || len(texts.valid) > 0 && len(texts.invalid) > 0, "%s: no texts for the format", match[1])
		}
	}
	assert.Greater(t, used, 300)
}
