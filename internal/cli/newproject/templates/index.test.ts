import * as assert from "node:assert";
import * as fs from "node:fs";
import { test } from "node:test";
import * as pulumi from "@pulumi/pulumi";

const yaml = require(require.resolve("js-yaml", { paths: [require.resolve("@pulumi/pulumi")] }));
const project = yaml.load(fs.readFileSync("Pulumi.yaml", "utf8"));

// The settings that Pulumi.yaml does not have.
const settings: Record<string, string> = {
<<- if .SelfManaged>>
    "<<.Name>>:ami": "ami-0123456789abcdef0",
    "<<.Name>>:credentialsName": "<<.Name>>-123456789012",
<<- if not .Private>>
    "<<.Name>>:publicZoneId": "Z0123456789ABCDEFGHIJ",
<<- end>>
<<- else>>
    "<<.Name>>:adminPassword": "only-in-the-Test-1",
<<- end>>
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
    const clusters = registered.filter((resource) => resource.type === "openshift-aws:blueprint:<<.Blueprint>>");
    assert.strictEqual(clusters.length, 1);
    assert.deepStrictEqual(clusters[0].inputs.zones, settings["<<.Name>>:zones"].split(","));
});
