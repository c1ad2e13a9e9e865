"use strict";

const CONFIGS = {
  "kubernetes:machineconfiguration.openshift.io/v1:KubeletConfig": () => ["kubeletConfig"],
  "kubernetes:machineconfiguration.openshift.io/v1:ContainerRuntimeConfig": ({ spec }) => Object.keys(spec?.containerRuntimeConfig || {}),
};

// The machine config operator writes the files of the newest KubeletConfig of a pool only, and a file for each field of a
// ContainerRuntimeConfig (openshift/machine-config-operator release-4.20 pkg/controller/kubelet-config and
// pkg/controller/container-runtime-config/helpers.go, createCRIODropinFiles).
const once = {
  name: "one-configuration-of-a-pool",
  description: "A machine config pool has one KubeletConfig, and one value of each field of its ContainerRuntimeConfigs: others have no effect.",
  validateStack: ({ resources }, report) => {
    const owners = {};
    for (const { type, props, provider } of resources.filter(({ type }) => CONFIGS[type])) {
      const pool = JSON.stringify(props.spec?.machineConfigPoolSelector);
      for (const field of CONFIGS[type](props)) {
        const name = props.metadata?.name;
        const owner = (owners[[provider?.urn, pool, type, field]] ??= name);
        if (owner !== name) {
          report(`${field} of the pool ${pool} must be set once (is set by ${owner} and ${name})`);
        }
      }
    }
  },
};

module.exports = [once];
