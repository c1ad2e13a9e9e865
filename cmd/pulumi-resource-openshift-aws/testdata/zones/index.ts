// A machine in the subnet of a zone.
import * as pulumi from "@pulumi/pulumi";
import * as openshift from "@openshift-aws/pulumi-openshift-aws";

const zones = new pulumi.Config().requireObject<string[]>("zones");
const vpc = new openshift.network.Vpc("shop", { infraId: "shop-x7k2p", zones });
class Resource extends pulumi.CustomResource {}
new Resource("aws:ec2/instance:Instance", "host", {
    ami: "ami-0123456789abcdef0",
    instanceType: "m5.large",
    subnetId: vpc.privateSubnetIds["us-east-2b"],
});
