package aws

import "github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"

// missingResources are resources that schema.json does not have. Their schemas follow the provider's source
// (terraform-provider-aws v5.82 internal/service/elb/proxy_protocol_policy.go,
// internal/service/s3/bucket_object_lock_configuration.go and bucket_replication_configuration.go).
func missingResources() map[string]*schema.Schema {
	schemas := map[string]*schema.Schema{
		"aws:ec2/proxyProtocolPolicy:ProxyProtocolPolicy": {
			Terraform: "aws_proxy_protocol_policy",
			Properties: map[string]*schema.Property{
				"loadBalancer":  required("load_balancer", schema.String),
				"instancePorts": required("instance_ports", schema.Set),
			},
		},
		"aws:s3/bucketObjectLockConfigurationV2:BucketObjectLockConfigurationV2": {
			Terraform: "aws_s3_bucket_object_lock_configuration",
			Properties: map[string]*schema.Property{
				"bucket":              replacing(required("bucket", schema.String)),
				"expectedBucketOwner": replacing(optional("expected_bucket_owner", schema.String)),
				"objectLockEnabled":   replacing(optional("object_lock_enabled", schema.String)),
				"token":               optional("token", schema.String),
				"rule": object(optional("rule", schema.List), map[string]*schema.Property{
					"defaultRetention": object(required("default_retention", schema.List), map[string]*schema.Property{
						"days":  optional("days", schema.Int),
						"mode":  optional("mode", schema.String),
						"years": optional("years", schema.Int),
					}),
				}),
			},
		},
		"aws:s3/bucketReplicationConfig:BucketReplicationConfig": {
			Terraform: "aws_s3_bucket_replication_configuration",
			Properties: map[string]*schema.Property{
				"bucket": replacing(required("bucket", schema.String)),
				"role":   required("role", schema.String),
				"token":  optional("token", schema.String),
				"rules":  nested(required("rule", schema.List), replicationRule()),
			},
		},
	}
	for token, missing := range schemas {
		missing.Token = token
	}
	return schemas
}

func replicationRule() map[string]*schema.Property {
	status := map[string]*schema.Property{"status": required("status", schema.String)}
	return map[string]*schema.Property{
		"id":                        {Terraform: "id", Type: schema.String, Optional: true, Computed: true},
		"prefix":                    optional("prefix", schema.String),
		"priority":                  optional("priority", schema.Int),
		"status":                    required("status", schema.String),
		"deleteMarkerReplication":   object(optional("delete_marker_replication", schema.List), status),
		"existingObjectReplication": object(optional("existing_object_replication", schema.List), status),
		"filter": object(optional("filter", schema.List),
			map[string]*schema.Property{"prefix": optional("prefix", schema.String)}),
		"sourceSelectionCriteria": object(optional("source_selection_criteria", schema.List), map[string]*schema.Property{
			"replicaModifications":   object(optional("replica_modifications", schema.List), status),
			"sseKmsEncryptedObjects": object(optional("sse_kms_encrypted_objects", schema.List), status),
		}),
		"destination": object(required("destination", schema.List), map[string]*schema.Property{
			"account":      optional("account", schema.String),
			"bucket":       required("bucket", schema.String),
			"storageClass": optional("storage_class", schema.String),
			"encryptionConfiguration": object(
				optional("encryption_configuration", schema.List),
				map[string]*schema.Property{
					"replicaKmsKeyId": required("replica_kms_key_id", schema.String),
				},
			),
		}),
	}
}

func required(terraform string, kind schema.Type) *schema.Property {
	return &schema.Property{Terraform: terraform, Type: kind, Required: true}
}

func optional(terraform string, kind schema.Type) *schema.Property {
	return &schema.Property{Terraform: terraform, Type: kind, Optional: true}
}

func replacing(property *schema.Property) *schema.Property {
	property.ForceNew = true
	return property
}

// nested sets the properties of a list's elements.
func nested(property *schema.Property, elem map[string]*schema.Property) *schema.Property {
	property.Elem = elem
	return property
}

// object sets the properties of a list's only element.
func object(property *schema.Property, elem map[string]*schema.Property) *schema.Property {
	property.Object = true
	return nested(property, elem)
}
