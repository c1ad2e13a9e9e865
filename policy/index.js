"use strict";

const { PolicyPack } = require("@pulumi/policy");
const policies = require("./policies");

new PolicyPack("openshift-aws", { enforcementLevel: "mandatory", policies });
