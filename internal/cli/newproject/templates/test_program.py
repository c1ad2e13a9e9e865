import runpy
import unittest

import pulumi
import yaml

with open("Pulumi.yaml", encoding="utf-8") as file:
    project = yaml.safe_load(file)

# The settings that Pulumi.yaml does not have.
settings = {
<<- if .SelfManaged>>
    "<<.Name>>:ami": "ami-0123456789abcdef0",
    "<<.Name>>:credentialsName": "<<.Name>>-123456789012",
<<- if not .Private>>
    "<<.Name>>:publicZoneId": "Z0123456789ABCDEFGHIJ",
<<- end>>
<<- else>>
    "<<.Name>>:adminPassword": "only-in-the-Test-1",
<<- end>>
}
for key, setting in project["config"].items():
    if "default" in setting:
        settings[f"{project['name']}:{key}"] = setting["default"]

registered = []


class Mocks(pulumi.runtime.Mocks):
    def new_resource(self, args):
        registered.append(args)
        return [args.name, {"apiUrl": "https://api.example.com"}]

    def call(self, args):
        return {}


pulumi.runtime.set_all_config(settings)
pulumi.runtime.set_mocks(Mocks(), project["name"])


class TestProgram(unittest.TestCase):
    @pulumi.runtime.test
    def test_program(self):
        """The program passes the settings of Pulumi.yaml to the cluster. Add what must hold for this cluster."""
        cluster = runpy.run_path("__main__.py")["cluster"]

        def check(_):
            clusters = [resource for resource in registered if resource.typ == "openshift-aws:blueprint:<<.Blueprint>>"]
            self.assertEqual(len(clusters), 1)
            self.assertEqual(clusters[0].inputs["zones"], settings["<<.Name>>:zones"].split(","))

        return cluster.api_url.apply(check)
