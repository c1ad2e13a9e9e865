"use strict";

const { isTrue, list, providerSpec } = require("./values");

// unencrypted returns the block devices of a resource that are not encrypted.
function unencrypted({ type, props }) {
  const machine = providerSpec({ type, props });
  if (machine) {
    return mapped(machine.blockDevices);
  }
  switch (type) {
    case "aws:ec2/instance:Instance":
    case "aws:ec2/launchConfiguration:LaunchConfiguration":
    case "aws:ec2/spotInstanceRequest:SpotInstanceRequest":
      return [props.rootBlockDevice || {}, ...list(props.ebsBlockDevices)].filter((device) => !isTrue(device.encrypted));
    case "aws:ec2/launchTemplate:LaunchTemplate":
      return mapped(props.blockDeviceMappings);
    case "aws:ebs/volume:Volume":
      return isTrue(props.encrypted) ? [] : [props];
  }
  return [];
}

// mapped returns the block devices of a list that are not encrypted. Without a list, the volumes are those of the AMI, which are encrypted
// only where the account's default says so.
function mapped(devices) {
  if (list(devices).length === 0) {
    return [{}];
  }
  return list(devices).filter((device) => device.ebs && !isTrue(device.ebs.encrypted));
}

const encryptedVolumes = {
  name: "encrypted-volumes",
  description: "Volumes of machines are encrypted.",
  validateResource: (args, report) => {
    const devices = unencrypted(args).map((device) => device.deviceName || "the root volume");
    if (devices.length > 0) {
      report(`encrypted must be true for ${devices.join(", ")}`);
    }
  },
};

const encryptedData = {
  name: "encrypted-data",
  description: "File systems, databases, queues, storage classes and the etcd keys of ROSA are encrypted.",
  validateResource: ({ type, props }, report) => {
    switch (type) {
      case "aws:efs/fileSystem:FileSystem":
        return isTrue(props.encrypted) || report("encrypted must be true");
      case "aws:rds/instance:Instance":
      case "aws:rds/cluster:Cluster":
        return isTrue(props.storageEncrypted) || report("storageEncrypted must be true");
      case "aws:sqs/queue:Queue":
        return isTrue(props.sqsManagedSseEnabled) || props.kmsMasterKeyId || report("sqsManagedSseEnabled must be true, or kmsMasterKeyId set");
      case "kubernetes:storage.k8s.io/v1:StorageClass":
        return props.provisioner !== "ebs.csi.aws.com" || isTrue(props.parameters?.encrypted) || report("parameters.encrypted must be true");
      case "rhcs:index/clusterRosaHcp:ClusterRosaHcp":
      case "rhcs:index/clusterRosaClassic:ClusterRosaClassic":
        return !props.etcdKmsKeyArn || isTrue(props.etcdEncryption) || report("etcdEncryption must be true for etcdKmsKeyArn to be used");
      case "aws:kms/key:Key":
        return asymmetric(props) || isTrue(props.enableKeyRotation) || report("enableKeyRotation must be true");
    }
  },
};

// asymmetric reports whether a key signs or has imported material: AWS rotates neither.
function asymmetric(props) {
  return props.customerMasterKeySpec !== undefined && props.customerMasterKeySpec !== "SYMMETRIC_DEFAULT";
}

module.exports = [encryptedVolumes, encryptedData];
