import * as assert from "node:assert";
import * as fs from "node:fs";
import { test } from "node:test";
import * as pulumi from "@pulumi/pulumi";

const yaml = require(require.resolve("js-yaml", { paths: [require.resolve("@pulumi/pulumi")] }));
const project = yaml.load(fs.readFileSync("Pulumi.yaml", "utf8"));

// The settings that Pulumi.yaml does not have.
const settings: Record<string, string> = {
    "${PROJECT}:adminPassword": "only-in-the-Test-1",
};
for (const [key, setting] of Object.entries<any>(project.config)) {
    if (setting.default !== undefined) {
        settings[`${project.name}:${key}`] = setting.default;
    }
}

const registered: pulumi.runtime.MockResourceArgs[] = [];
pulumi.runtime.setAllConfig(settings);
pulumi.runtime.setMocks(
    {
        newResource: (resource) => {
            registered.push(resource);
            return { id: resource.name, state: { apiUrl: "https://api.example.com" } };
        },
        call: (call) => call.inputs,
    },
    project.name,
);

// The program passes the settings of Pulumi.yaml to the cluster. Add what must hold for this cluster.
test("program", async () => {
    const program = await import("./index.js");
    await new Promise((resolve) => program.apiUrl.apply(resolve));
    const clusters = registered.filter((resource) => resource.type === "openshift-aws:blueprint:ROSAHCP");
    assert.strictEqual(clusters.length, 1);
    assert.deepStrictEqual(clusters[0].inputs.zones, settings["${PROJECT}:zones"].split(","));
});
