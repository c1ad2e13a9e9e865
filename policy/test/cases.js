"use strict";

const of = (type, props = {}, more = {}) => ({ resources: [{ type, name: "a", props, ...more }] });
const instance = (props) => of("aws:ec2/instance:Instance", props);
const POOL = "kubernetes:machineconfiguration.openshift.io/v1:";
const config = (kind, name, spec = {}, pool = "infra", cluster = "a") => ({
  type: POOL + kind,
  name,
  props: { metadata: { name }, spec: { machineConfigPoolSelector: { matchLabels: { [pool]: "" } }, ...spec } },
  provider: { urn: cluster },
});
const crio = (name, containerRuntimeConfig) => config("ContainerRuntimeConfig", name, { containerRuntimeConfig });
const template = (props) => of("aws:ec2/launchTemplate:LaunchTemplate", props);
const machines = (value) => of("kubernetes:machine.openshift.io/v1beta1:MachineSet", { spec: { template: { spec: { providerSpec: { value } } } } });
const rule = (props, config) => ({
  ...of("aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule", { ipProtocol: "tcp", cidrIpv4: "0.0.0.0/0", ...props }),
  config,
});
const policy = (statement, more = {}) =>
  of("aws:iam/policy:Policy", { policy: JSON.stringify({ Statement: [{ Effect: "Allow", Resource: "arn:aws:s3:::a/*", ...statement }] }), ...more });

const role = (statement, more = {}) =>
  of("aws:iam/role:Role", { assumeRolePolicy: JSON.stringify({ Statement: [{ Effect: "Allow", Action: "sts:AssumeRole", ...statement }] }), ...more });
const ISSUER_ARN = "arn:aws:iam::123456789012:oidc-provider/oidc.example.com";
const web = (Condition) => role({ Principal: { Federated: ISSUER_ARN }, Action: "sts:AssumeRoleWithWebIdentity", Condition });
const resourcePolicy = (type, statement) => of(type, { policy: JSON.stringify({ Statement: [{ Effect: "Allow", Resource: "*", ...statement }] }) });

// listener returns a load balancer and its listener.
const listener = (port, props = {}) => ({
  resources: [
    { type: "aws:lb/loadBalancer:LoadBalancer", name: "l", urn: "l", props },
    { type: "aws:lb/listener:Listener", name: "p", props: { port }, propertyDependencies: { loadBalancerArn: [{ urn: "l" }] } },
  ],
});

// What each of them allows on all resources makes its holder an administrator.
const ESCALATION = ["iam:PassRole", "iam:AttachRolePolicy", "iam:CreateAccessKey", "sts:AssumeRole"];

const IGNITION = '{"ignition": {"version": "3.2.0"}}';
const encoded = (text) => Buffer.from(text).toString("base64");

const TLS = {
  Effect: "Deny",
  Principal: { AWS: ["*"] },
  Action: ["s3:*"],
  Resource: ["arn:aws:s3:::b", "arn:aws:s3:::b/*"],
  Condition: { Bool: { "aws:SecureTransport": ["false"] } },
};
const READ = (...keys) => ({ Effect: "Allow", Principal: "*", Action: "s3:GetObject", Resource: keys.map((key) => `arn:aws:s3:::b/${key}`) });
const ISSUER = READ(".well-known/openid-configuration", "keys.json");
const CLOSED = { blockPublicAcls: true, ignorePublicAcls: true, blockPublicPolicy: true, restrictPublicBuckets: true };

// bucket returns a bucket with the statements of its policy and its settings of public access.
function bucket(statements, access) {
  const urn = "bucket";
  const own = { propertyDependencies: { bucket: [{ urn }] } };
  return {
    resources: [
      { type: "aws:s3/bucketV2:BucketV2", name: "b", urn },
      ...(statements ? [{ type: "aws:s3/bucketPolicy:BucketPolicy", name: "p", props: { policy: JSON.stringify({ Statement: statements }) }, ...own }] : []),
      ...(access ? [{ type: "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock", name: "x", props: access, ...own }] : []),
    ],
  };
}

module.exports = {
  "encrypted-volumes": {
    violating: {
      "a root volume with the account's default": instance({}),
      "a further volume": instance({ rootBlockDevice: { encrypted: true }, ebsBlockDevices: [{ deviceName: "/dev/sdb" }] }),
      "a volume of a launch template": template({ blockDeviceMappings: [{ deviceName: "/dev/xvda", ebs: { encrypted: "false" } }] }),
      "a volume of a machine set": machines({ blockDevices: [{ ebs: { volumeSize: 120 } }] }),
      "a volume of its own": of("aws:ebs/volume:Volume"),
      "a launch template with the volumes of its AMI": template({ imageId: "ami-1" }),
      "a machine set with the volumes of its AMI": machines({ ami: { id: "ami-1" } }),
      "a launch configuration": of("aws:ec2/launchConfiguration:LaunchConfiguration", {}),
      "a Spot request": of("aws:ec2/spotInstanceRequest:SpotInstanceRequest", {}),
      "a Machine": of("kubernetes:machine.openshift.io/v1beta1:Machine", {
        spec: { providerSpec: { value: { blockDevices: [{ ebs: { volumeSize: 120 } }] } } },
      }),
    },
    passing: {
      "an encrypted root volume": instance({ rootBlockDevice: { encrypted: true } }),
      "text as a launch template has it": template({ blockDeviceMappings: [{ ebs: { encrypted: "true" } }] }),
      "an encrypted machine": machines({ blockDevices: [{ ebs: { encrypted: true } }] }),
      "an instance store": template({ blockDeviceMappings: [{ virtualName: "ephemeral0" }] }),
    },
  },
  "encrypted-data": {
    violating: {
      "a file system": of("aws:efs/fileSystem:FileSystem"),
      "a database": of("aws:rds/instance:Instance"),
      "a queue": of("aws:sqs/queue:Queue"),
      "a storage class of EBS": of("kubernetes:storage.k8s.io/v1:StorageClass", { provisioner: "ebs.csi.aws.com" }),
      "an etcd key that is not used": of("rhcs:index/clusterRosaHcp:ClusterRosaHcp", { etcdKmsKeyArn: "arn" }),
      "a key without rotation": of("aws:kms/key:Key"),
    },
    passing: {
      "an encrypted file system": of("aws:efs/fileSystem:FileSystem", { encrypted: true }),
      "a queue with a key": of("aws:sqs/queue:Queue", { kmsMasterKeyId: "alias/a" }),
      "a storage class of another driver": of("kubernetes:storage.k8s.io/v1:StorageClass", { provisioner: "efs.csi.aws.com" }),
      "a cluster without an etcd key": of("rhcs:index/clusterRosaHcp:ClusterRosaHcp"),
      "a key that signs": of("aws:kms/key:Key", { customerMasterKeySpec: "RSA_2048" }),
    },
  },
  "imdsv2-required": {
    violating: {
      "an instance with AWS's default": instance({}),
      "a launch template with optional tokens": template({ metadataOptions: { httpTokens: "optional" } }),
      "a machine set": machines({ metadataServiceOptions: { authentication: "Optional" } }),
      "a ROSA cluster": of("rhcs:index/clusterRosaClassic:ClusterRosaClassic", {}),
      "a machine pool": of("rhcs:index/hcpMachinePool:HcpMachinePool", { awsNodePool: {} }),
      "a hop limit that reaches pods": template({ metadataOptions: { httpTokens: "required", httpPutResponseHopLimit: 64 } }),
      "a launch configuration": of("aws:ec2/launchConfiguration:LaunchConfiguration", {}),
      "a Spot request": of("aws:ec2/spotInstanceRequest:SpotInstanceRequest", {}),
      "a Machine": of("kubernetes:machine.openshift.io/v1beta1:Machine", { spec: { providerSpec: { value: {} } } }),
    },
    passing: {
      "required tokens": instance({ metadataOptions: { httpTokens: "required", httpPutResponseHopLimit: 1 } }),
      "no metadata service": instance({ metadataOptions: { httpEndpoint: "disabled" } }),
      "a machine set with tokens": machines({ metadataServiceOptions: { authentication: "Required" } }),
      "other resources": of("aws:ec2/vpc:Vpc"),
    },
  },
  "world-open-ports": {
    violating: {
      SSH: rule({ fromPort: 22, toPort: 22 }),
      "a range with an allowed port": rule({ fromPort: 80, toPort: 443 }),
      UDP: rule({ ipProtocol: "udp", fromPort: 443, toPort: 443 }),
      "all traffic over IPv6": rule({ cidrIpv4: undefined, cidrIpv6: "::/0", ipProtocol: "-1" }),
      "half of the internet": rule({ cidrIpv4: "128.0.0.0/1", fromPort: 22, toPort: 22 }),
      "a quarter of the internet": rule({ cidrIpv4: "64.0.0.0/2", fromPort: 22, toPort: 22 }),
      "a quarter of the internet over IPv6": rule({ cidrIpv4: undefined, cidrIpv6: "::/2", fromPort: 22, toPort: 22 }),
      "all public addresses of IPv6": rule({ cidrIpv4: undefined, cidrIpv6: "2000::/3", ipProtocol: "-1" }),
      "the machine config server by the number of TCP": rule({ ipProtocol: "6", fromPort: 22623, toPort: 22623 }),
      "a prefix list": of("aws:ec2/managedPrefixList:ManagedPrefixList", { entries: [{ cidr: "10.0.0.0/8" }, { cidr: "0.0.0.0/0" }] }),
      "an entry of a prefix list": of("aws:ec2/managedPrefixListEntry:ManagedPrefixListEntry", { cidr: "::/0" }),
      "the API of a private cluster": rule({ fromPort: 6443, toPort: 6443 }, { publicAPI: false }),
      "a rule inside a group": of("aws:ec2/securityGroup:SecurityGroup", {
        ingress: [{ protocol: "tcp", fromPort: 22623, toPort: 22623, cidrBlocks: ["0.0.0.0/0"] }],
      }),
      "a rule of the older type": of("aws:ec2/securityGroupRule:SecurityGroupRule", {
        type: "ingress", protocol: "-1", fromPort: 0, toPort: 0, cidrBlocks: ["0.0.0.0/0"],
      }),
    },
    passing: {
      HTTPS: rule({ fromPort: 443, toPort: 443 }),
      "a public API": rule({ fromPort: 6443, toPort: 6443 }),
      "SSH from a network": rule({ cidrIpv4: "10.0.0.0/8", fromPort: 22, toPort: 22 }),
      "HTTPS by the number of TCP": rule({ ipProtocol: "6", fromPort: 443, toPort: 443 }),
      "a prefix list of networks": of("aws:ec2/managedPrefixList:ManagedPrefixList", { entries: [{ cidr: "10.0.0.0/8" }] }),
      "a port of the settings": rule({ fromPort: 22, toPort: 22 }, { ports: [22] }),
      egress: of("aws:ec2/securityGroupRule:SecurityGroupRule", { type: "egress", protocol: "-1", cidrBlocks: ["0.0.0.0/0"] }),
    },
  },
  "world-open-listeners": {
    violating: {
      "the machine config server": listener(22623, { internal: false }),
      "a load balancer that does not say where it is": listener(22, {}),
      "the API of a private cluster": { ...listener(6443), config: { publicAPI: false } },
      "a classic load balancer": of("aws:elb/loadBalancer:LoadBalancer", { listeners: [{ lbPort: 22623 }] }),
    },
    passing: {
      "the machine config server inside the VPC": listener(22623, { internal: true }),
      "a public API": listener(6443, { internal: false }),
      "a port of the settings": { ...listener(22), config: { ports: [22] } },
      "a classic load balancer of routers": of("aws:elb/loadBalancer:LoadBalancer", { listeners: [{ lbPort: 443 }, { lbPort: 80 }] }),
    },
  },
  "trust-policies": {
    violating: {
      everyone: role({ Principal: "*" }),
      "every account": role({ Principal: { AWS: ["*"] } }),
      "everyone but one": role({ NotPrincipal: { AWS: "arn:aws:iam::123456789012:root" } }),
      "everyone with a condition that everyone meets": role({ Principal: "*", Condition: { StringLike: { "aws:PrincipalArn": "*" } } }),
      "all service accounts": web({ StringEquals: { "oidc.example.com:aud": "sts.amazonaws.com" } }),
      "all service accounts by a wildcard": web({ StringLike: { "oidc.example.com:sub": "*" } }),
      "all namespaces": web({ StringLike: { "oidc.example.com:sub": "system:serviceaccount:*:app" } }),
      "tokens without a subject": web({ StringEqualsIfExists: { "oidc.example.com:sub": "system:serviceaccount:app:app" } }),
    },
    passing: {
      "a service": role({ Principal: { Service: "ec2.amazonaws.com" } }),
      "an account": role({ Principal: { AWS: "arn:aws:iam::123456789012:root" } }),
      "the accounts of an organization": role({ Principal: "*", Condition: { StringEquals: { "aws:PrincipalOrgID": "o-1" } } }),
      "a service account": web({ StringEquals: { "oidc.example.com:sub": ["system:serviceaccount:app:app"] } }),
      "a namespace": web({ StringLike: { "oidc.example.com:sub": "system:serviceaccount:app:*" } }),
    },
  },
  "roles-within-stack": require("./roles"),
  "no-public-sharing": {
    violating: {
      "a key": resourcePolicy("aws:kms/key:Key", { Principal: "*", Action: "kms:Decrypt" }),
      "a queue": resourcePolicy("aws:sqs/queuePolicy:QueuePolicy", { Principal: { AWS: "*" }, Action: "sqs:SendMessage" }),
      "a queue with a condition that everyone meets": resourcePolicy("aws:sqs/queue:Queue", {
        Principal: "*", Action: "sqs:SendMessage", Condition: { StringLike: { "aws:Referer": "*" } },
      }),
      "a secret": resourcePolicy("aws:secretsmanager/secretPolicy:SecretPolicy", { NotPrincipal: { AWS: "a" }, Action: "secretsmanager:GetSecretValue" }),
      "a database": of("aws:rds/instance:Instance", { publiclyAccessible: true }),
      "an image": of("aws:ec2/amiLaunchPermission:AmiLaunchPermission", { group: "all" }),
      "the cluster": of("kubernetes:rbac.authorization.k8s.io/v1:ClusterRoleBinding", {
        roleRef: { name: "cluster-admin" }, subjects: [{ kind: "Group", name: "system:unauthenticated" }],
      }),
      "the cluster, with every user": of("kubernetes:rbac.authorization.k8s.io/v1:ClusterRoleBinding", {
        roleRef: { name: "cluster-admin" }, subjects: [{ kind: "Group", name: "system:authenticated" }],
      }),
      "a project, with every pod": of("kubernetes:rbac.authorization.k8s.io/v1:RoleBinding", {
        roleRef: { name: "edit" }, subjects: [{ kind: "Group", name: "system:serviceaccounts" }],
      }),
    },
    passing: {
      "a key of an account": resourcePolicy("aws:kms/key:Key", { Principal: { AWS: "arn:aws:iam::123456789012:root" }, Action: "kms:*" }),
      "a key by services of the account": resourcePolicy("aws:kms/key:Key", {
        Principal: "*", Action: "kms:Decrypt", Condition: { StringEquals: { "kms:CallerAccount": "123456789012", "kms:ViaService": "ec2.us-east-2.amazonaws.com" } },
      }),
      "a queue for a rule": resourcePolicy("aws:sqs/queuePolicy:QueuePolicy", {
        Principal: "*", Action: "sqs:SendMessage", Condition: { ArnEquals: { "aws:SourceArn": "arn:aws:events:us-east-2:123456789012:rule/a" } },
      }),
      "a private database": of("aws:rds/instance:Instance", { publiclyAccessible: false }),
      "an image for an account": of("aws:ec2/amiLaunchPermission:AmiLaunchPermission", { accountId: "123456789012" }),
      "projects for every user": of("kubernetes:rbac.authorization.k8s.io/v1:ClusterRoleBinding", {
        roleRef: { name: "self-provisioner" }, subjects: [{ kind: "Group", name: "system:authenticated:oauth" }],
      }),
      administrators: of("kubernetes:rbac.authorization.k8s.io/v1:ClusterRoleBinding", { subjects: [{ kind: "Group", name: "admins" }] }),
    },
  },
  "private-tls-buckets": {
    violating: {
      "a bucket alone": { ...bucket(), count: 5 },
      "a policy without TLS": bucket([{ Effect: "Deny", Principal: "*", Action: "s3:*", Resource: ["a", "b"] }], CLOSED),
      "TLS for its objects only": bucket([{ ...TLS, Resource: "arn:aws:s3:::b/*" }], CLOSED),
      "TLS for other objects": bucket([{ ...TLS, Resource: ["arn:aws:s3:::b/a", "arn:aws:s3:::b/c"] }], CLOSED),
      "TLS for another bucket": {
        resources: bucket([{ ...TLS, Resource: ["arn:aws:s3:::c", "arn:aws:s3:::c/*"] }], CLOSED).resources.map((resource) =>
          resource.urn === "bucket" ? { ...resource, props: { bucket: "b" } } : resource),
      },
      "TLS under a condition that nobody meets": bucket(
        [{ ...TLS, Condition: { ...TLS.Condition, StringEquals: { "aws:PrincipalTag/a": "b" } } }],
        CLOSED,
      ),
      "TLS under a second key": bucket([{ ...TLS, Condition: { Bool: { "aws:SecureTransport": "false", "aws:ViaAWSService": "true" } } }], CLOSED),
      "public objects": { ...bucket([TLS, READ("*")], CLOSED) },
      "public access lists": bucket([TLS], { ...CLOSED, ignorePublicAcls: false }),
      "public objects beside an issuer, with a condition that everyone meets": {
        ...bucket([TLS, ISSUER, { ...READ("*"), Condition: { StringLike: { "aws:Referer": "*" } } }], { blockPublicAcls: true, ignorePublicAcls: true }),
        count: 3,
      },
      "public objects beside an issuer, for everyone but one": {
        ...bucket([TLS, ISSUER, { ...READ("*"), Principal: undefined, NotPrincipal: { AWS: "a" } }], { blockPublicAcls: true, ignorePublicAcls: true }),
        count: 3,
      },
      "the documents of an issuer by a wildcard": { ...bucket([TLS, READ("*/keys.json")], { blockPublicAcls: true, ignorePublicAcls: true }), count: 3 },
      "everyone but one": bucket([TLS, { ...READ("*"), Principal: undefined, NotPrincipal: { AWS: "a" } }], CLOSED),
      "objects for an address range that is the internet": bucket([TLS, { ...READ("*"), Condition: { IpAddress: { "aws:SourceIp": "0.0.0.0/0" } } }], CLOSED),
      "objects where a header is missing": bucket([TLS, { ...READ("*"), Condition: { StringEqualsIfExists: { "aws:SourceAccount": "1" } } }], CLOSED),
      "a public access list as a resource": {
        resources: [
          ...bucket([TLS], CLOSED).resources,
          { type: "aws:s3/bucketAclV2:BucketAclV2", name: "l", props: { acl: "public-read" }, propertyDependencies: { bucket: [{ urn: "bucket" }] } },
        ],
      },
    },
    passing: {
      "a private bucket": bucket([TLS], CLOSED),
      "a bucket for an account's services": bucket([TLS, { ...READ("*"), Condition: { StringEquals: { "aws:SourceAccount": "123456789012" } } }], CLOSED),
      "the issuer of OIDC": bucket([TLS, ISSUER], { blockPublicAcls: true, ignorePublicAcls: true }),
      "a bucket by its name": {
        resources: [
          { type: "aws:s3/bucketV2:BucketV2", name: "b", props: { bucket: "b" } },
          { type: "aws:s3/bucketPolicy:BucketPolicy", name: "p", props: { bucket: "b", policy: JSON.stringify({ Statement: [TLS] }) } },
          { type: "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock", name: "x", props: { bucket: "b", ...CLOSED } },
        ],
      },
    },
  },
  "no-wildcard-actions": {
    violating: {
      "all actions": policy({ Action: "*" }),
      "all actions of a service": policy({ Action: ["s3:*"] }),
      "all but some": policy({ NotAction: ["iam:*"] }),
      "a policy in a role": of("aws:iam/role:Role", { inlinePolicies: [{ policy: '{"Statement": {"Effect": "Allow", "Action": "s3:Get*", "Resource": "a"}}' }] }),
      "the actions of a letter": policy({ Action: "iam:Pas?Role" }),
      "all actions in a policy with ROSA's tag": policy({ Action: "*" }, { tags: { rosa_openshift_version: "4.19" } }),
      "all actions in a policy with ROSA's name": policy({ Action: "ec2:*" }, { name: "demo-Installer-Role-Policy" }),
      "an administrator": of("aws:iam/rolePolicyAttachment:RolePolicyAttachment", { policyArn: "arn:aws:iam::aws:policy/AdministratorAccess" }),
      "an administrator of a service": of("aws:iam/rolePolicyAttachment:RolePolicyAttachment", {
        policyArn: "arn:aws:iam::aws:policy/AdministratorAccess-Amplify",
      }),
      "an administrator by a job": of("aws:iam/rolePolicyAttachment:RolePolicyAttachment", {
        policyArn: "arn:aws:iam::aws:policy/job-function/SystemAdministrator",
      }),
      "a role of an administrator": of("aws:iam/role:Role", { managedPolicyArns: ["arn:aws-us-gov:iam::aws:policy/IAMFullAccess"] }),
      "a permission set": of("aws:ssoadmin/permissionSetInlinePolicy:PermissionSetInlinePolicy", {
        inlinePolicy: { Statement: [{ Effect: "Allow", Action: "*", Resource: "a" }] },
      }),
      "a policy of a role": of("aws:iam/rolePolicy:RolePolicy", { policy: { Statement: [{ Effect: "Allow", Action: "ec2:*" }] } }),
    },
    passing: {
      "named actions": policy({ Action: ["s3:GetObject"] }),
      "what machines describe": policy({ Action: ["ec2:Describe*", "elasticloadbalancing:Describe*"], Resource: "*" }),
      "denied actions": policy({ Effect: "Deny", Action: "*" }),
      "other managed policies": of("aws:iam/rolePolicyAttachment:RolePolicyAttachment", { policyArn: "arn:aws:iam::aws:policy/service-role/ROSAInstallerPolicy" }),
      "an action of the settings": { ...policy({ Action: "s3:Get*" }), config: { allowed: ["s3:Get*"] } },
    },
  },
  "no-wildcard-resources": {
    violating: {
      "objects of all buckets": policy({ Action: ["s3:GetObject"], Resource: ["*"] }),
      "all roles": policy({ Action: "iam:PassRole", Resource: "*" }),
      "a condition that everyone meets": policy({ Action: ESCALATION, Resource: "*", Condition: { StringLike: { "aws:RequestedRegion": "*" } } }),
      "a region, which is none of a role": policy({ Action: ESCALATION, Resource: "*", Condition: { StringEquals: { "aws:RequestedRegion": "us-east-2" } } }),
      "a tag with a wildcard": policy({ Action: ESCALATION, Resource: "*", Condition: { StringLike: { "aws:ResourceTag/a": "*" } } }),
      "a tag that may be missing": policy({ Action: ESCALATION, Resource: "*", Condition: { StringEqualsIfExists: { "aws:ResourceTag/a": "b" } } }),
      "all but a tag": policy({ Action: ESCALATION, Resource: "*", Condition: { StringNotEquals: { "aws:ResourceTag/a": "b" } } }),
      "all resources of an account": policy({ Action: ESCALATION, Resource: "arn:aws:iam::*:*" }),
      "all resources by two wildcards": policy({ Action: ESCALATION, Resource: "**" }),
      "all resources by another wildcard": policy({ Action: ESCALATION, Resource: "?*" }),
      "all roles of an account": policy({ Action: ESCALATION, Resource: "arn:aws:iam::123456789012:role/*" }),
      "all roles in a policy with ROSA's tag": policy({ Action: "iam:PassRole", Resource: "*" }, { tags: { rosa_openshift_version: "4.19" } }),
      "all roles in a policy with ROSA's name": policy({ Action: "iam:PassRole", Resource: "*" }, { name: "demo-Installer-Role-Policy" }),
      "what a name of ROSA does not allow": policy(
        { Action: ["sts:AssumeRole", "s3:PutBucketPolicy", "ec2:ModifyInstanceAttribute"], Resource: "*" },
        { name: "x-openshift-a" },
      ),
      "one action more than an operator of ROSA": policy({
        Action: ["route53:ListResourceRecordSets", "route53:ChangeResourceRecordSets", "route53:DeleteHostedZone"], Resource: "*",
      }),
      "all resources of the own account": policy({
        Action: ESCALATION, Resource: "*", Condition: { StringEquals: { "aws:ResourceAccount": "123456789012" } },
      }),
      "the caller of a service": policy({ Action: ESCALATION, Resource: "*", Condition: { StringEquals: { "aws:SourceAccount": "123456789012" } } }),
      "an endpoint of the caller": policy({ Action: ESCALATION, Resource: "*", Condition: { StringEquals: { "aws:SourceVpce": "vpce-1" } } }),
      "all but one": policy({ Action: "s3:GetObject", Resource: undefined, NotResource: "arn:aws:s3:::a" }),
    },
    passing: {
      "what AWS does not limit": policy({ Action: ["ec2:DescribeInstances", "autoscaling:DescribeTags"], Resource: "*" }),
      "an operator of ROSA": policy({ Action: ["route53:ListResourceRecordSets", "route53:ChangeResourceRecordSets"], Resource: "*" }),
      "roles for one service": policy({ Action: "iam:PassRole", Resource: "*", Condition: { StringEquals: { "iam:PassedToService": ["ec2.amazonaws.com"] } } }),
      "roles by their names": policy({ Action: "iam:PassRole", Resource: "arn:aws:iam::123456789012:role/demo-*" }),
      "objects of a bucket": policy({ Action: "s3:GetObject", Resource: "arn:aws:s3:::demo/*" }),
      "what control-plane machines create": policy({ Action: ["ec2:CreateVolume", "elasticloadbalancing:CreateLoadBalancer"], Resource: "*" }),
      "resources by their tag": policy({
        Action: "autoscaling:SetDesiredCapacity", Resource: "*", Condition: { StringEquals: { "aws:ResourceTag/a": "b" } },
      }),
      "an action of the settings": { ...policy({ Action: "s3:ListAllMyBuckets", Resource: "*" }), config: { allowed: ["s3:ListAllMyBuckets"] } },
    },
  },
  "required-tags": {
    violating: {
      "no tags": of("aws:ec2/vpc:Vpc"),
      "a missing key": { ...of("aws:ec2/vpc:Vpc", { tags: { Name: "a" } }), config: { keys: ["cost-center"] } },
    },
    passing: {
      tags: of("aws:ec2/vpc:Vpc", { tags: { Name: "a" } }),
      "the provider's default tags": {
        ...of("aws:ec2/vpc:Vpc", {}, { provider: { props: { defaultTags: '{"tags": {"cost-center": "1"}}' } } }),
        config: { keys: ["cost-center"] },
      },
      "types without tags": of("aws:ec2/route:Route"),
    },
  },
  "cluster-tag": {
    violating: {
      "a machine": instance({ userData: IGNITION, tags: { Name: "a" } }),
      "encoded user data": instance({ userDataBase64: encoded(IGNITION) }),
      "a pool": template({ userData: encoded(IGNITION), tagSpecifications: [{ resourceType: "volume", tags: { "kubernetes.io/cluster/a": "owned" } }] }),
    },
    passing: {
      "a machine with the tag": instance({ userData: IGNITION, tags: { "kubernetes.io/cluster/demo-x7k2p": "owned" } }),
      "a pool with the tag": template({
        userData: encoded(IGNITION),
        tagSpecifications: [{ resourceType: "instance", tags: { "kubernetes.io/cluster/demo-x7k2p": "owned" } }],
      }),
      "a jump host, which is no machine of a cluster": instance({ iamInstanceProfile: "jump", userData: "#!/bin/bash", tags: { Name: "jump" } }),
    },
  },
  "production-deletion-protection": {
    violating: {
      "a network": { ...of("aws:ec2/vpc:Vpc"), stack: "prod" },
      "a cluster": { ...of("rhcs:index/clusterRosaHcp:ClusterRosaHcp"), stack: "eu-production" },
      "a bucket that is emptied": { ...of("aws:s3/bucketV2:BucketV2", { forceDestroy: true }), stack: "prod" },
      "a classic load balancer": { ...of("aws:elb/loadBalancer:LoadBalancer"), stack: "prod" },
      "a stack of the settings": { ...of("aws:kms/key:Key"), stack: "live", config: { stacks: "^live$" } },
    },
    passing: {
      "another stack": of("aws:ec2/vpc:Vpc"),
      "a stack whose name has prod inside a word": { ...of("aws:ec2/vpc:Vpc"), stack: "reproduce" },
      "a protected network": { ...of("aws:ec2/vpc:Vpc", {}, { opts: { protect: true } }), stack: "prod" },
      "AWS's own protection": { ...of("aws:lb/loadBalancer:LoadBalancer", { enableDeletionProtection: true }), stack: "prod" },
      "the bootstrap bucket": {
        ...of("aws:s3/bucketV2:BucketV2", { bucket: "openshift-bootstrap-data-demo-x7k2p", forceDestroy: true }),
        stack: "prod",
      },
    },
  },
  "one-configuration-of-a-pool": {
    violating: {
      "two of a pool": { resources: [config("KubeletConfig", "a"), config("KubeletConfig", "b")] },
      "a field of CRI-O twice": { resources: [crio("a", { logLevel: "debug", pidsLimit: 100 }), crio("b", { logLevel: "info" })] },
    },
    passing: {
      "two pools": { resources: [config("KubeletConfig", "a"), config("KubeletConfig", "b", {}, "worker")] },
      "two clusters": { resources: [config("KubeletConfig", "a"), config("KubeletConfig", "b", {}, "infra", "b")] },
      "fields of CRI-O": { resources: [crio("a", { logLevel: "debug" }), crio("b", { pidsLimit: 100 })] },
      "two patches of one object": { resources: [config("KubeletConfig", "a"), config("KubeletConfig", "a")] },
    },
  },
};
