"use strict";

const of = (type, props = {}, more = {}) => ({ resources: [{ type, name: "a", props, ...more }] });
const instance = (props) => of("aws:ec2/instance:Instance", props);
const template = (props) => of("aws:ec2/launchTemplate:LaunchTemplate", props);
const machines = (value) => of("kubernetes:machine.openshift.io/v1beta1:MachineSet", { spec: { template: { spec: { providerSpec: { value } } } } });
const rule = (props, config) => ({
  ...of("aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule", { ipProtocol: "tcp", cidrIpv4: "0.0.0.0/0", ...props }),
  config,
});
const policy = (statement, more = {}) =>
  of("aws:iam/policy:Policy", { policy: JSON.stringify({ Statement: [{ Effect: "Allow", Resource: "arn:aws:s3:::a/*", ...statement }] }), ...more });

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
    },
    passing: {
      "required tokens": instance({ metadataOptions: { httpTokens: "required" } }),
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
      "a port of the settings": rule({ fromPort: 22, toPort: 22 }, { ports: [22] }),
      egress: of("aws:ec2/securityGroupRule:SecurityGroupRule", { type: "egress", protocol: "-1", cidrBlocks: ["0.0.0.0/0"] }),
    },
  },
  "private-tls-buckets": {
    violating: {
      "a bucket alone": { ...bucket(), count: 5 },
      "a policy without TLS": bucket([{ Effect: "Deny", Principal: "*", Action: "s3:*", Resource: ["a", "b"] }], CLOSED),
      "TLS for its objects only": bucket([{ ...TLS, Resource: "arn:aws:s3:::b/*" }], CLOSED),
      "public objects": { ...bucket([TLS, READ("*")], CLOSED) },
      "public access lists": bucket([TLS], { ...CLOSED, ignorePublicAcls: false }),
    },
    passing: {
      "a private bucket": bucket([TLS], CLOSED),
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
      "a policy of a role": of("aws:iam/rolePolicy:RolePolicy", { policy: { Statement: [{ Effect: "Allow", Action: "ec2:*" }] } }),
    },
    passing: {
      "named actions": policy({ Action: ["s3:GetObject"] }),
      "what machines describe": policy({ Action: ["ec2:Describe*", "elasticloadbalancing:Describe*"], Resource: "*" }),
      "denied actions": policy({ Effect: "Deny", Action: "*" }),
      "ROSA's policies": policy({ Action: "ec2:*" }, { tags: { rosa_openshift_version: "4.18" } }),
      "an action of the settings": { ...policy({ Action: "s3:Get*" }), config: { allowed: ["s3:Get*"] } },
    },
  },
  "no-wildcard-resources": {
    violating: {
      "objects of all buckets": policy({ Action: ["s3:GetObject"], Resource: ["*"] }),
      "all roles": policy({ Action: "iam:PassRole", Resource: "*" }),
      "all but one": policy({ Action: "s3:GetObject", Resource: undefined, NotResource: "arn:aws:s3:::a" }),
    },
    passing: {
      "what AWS does not limit": policy({ Action: ["ec2:DescribeInstances", "autoscaling:DescribeTags"], Resource: "*" }),
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
};
