"""AWS's managed policies for shared VPCs, which are newer than moto's copy. Their documents are not what AWS's are: nothing reads them."""
import json

from moto.iam import models

policies = json.loads(models.aws_managed_policies_data)
for _name in ("ROSASharedVPCEndpointPolicy", "ROSASharedVPCRoute53Policy"):
    policies.setdefault(_name, {**policies["ReadOnlyAccess"], "Arn": f"arn:aws:iam::aws:policy/{_name}", "Path": "/"})
models.aws_managed_policies_data = json.dumps(policies)
