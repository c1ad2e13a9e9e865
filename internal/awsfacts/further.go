package awsfacts

// further are resources that facts.json leaves out: the provider that it was extracted from was built without them.
// Their schemas follow the provider's source (terraform-provider-aws v5.82 internal/service/elb/proxy_protocol_policy.go,
// internal/service/s3/bucket_object_lock_configuration.go and bucket_replication_configuration.go).
func further() map[string]*Schema {
	schemas := map[string]*Schema{
		"aws:ec2/proxyProtocolPolicy:ProxyProtocolPolicy": {
			Terraform: "aws_proxy_protocol_policy",
			Properties: map[string]*Property{
				"loadBalancer":  required("load_balancer", String),
				"instancePorts": required("instance_ports", Set),
			},
		},
		"aws:s3/bucketObjectLockConfigurationV2:BucketObjectLockConfigurationV2": {
			Terraform: "aws_s3_bucket_object_lock_configuration",
			Properties: map[string]*Property{
				"bucket":              replacing(required("bucket", String)),
				"expectedBucketOwner": replacing(optional("expected_bucket_owner", String)),
				"objectLockEnabled":   replacing(optional("object_lock_enabled", String)),
				"token":               optional("token", String),
				"rule": object(optional("rule", List), map[string]*Property{
					"defaultRetention": object(required("default_retention", List), map[string]*Property{
						"days":  optional("days", Int),
						"mode":  optional("mode", String),
						"years": optional("years", Int),
					}),
				}),
			},
		},
		"aws:s3/bucketReplicationConfig:BucketReplicationConfig": {
			Terraform: "aws_s3_bucket_replication_configuration",
			Properties: map[string]*Property{
				"bucket": replacing(required("bucket", String)),
				"role":   required("role", String),
				"token":  optional("token", String),
				"rules":  nested(required("rule", List), replicationRule()),
			},
		},
	}
	for token, schema := range schemas {
		schema.Token = token
	}
	return schemas
}

func replicationRule() map[string]*Property {
	status := map[string]*Property{"status": required("status", String)}
	return map[string]*Property{
		"id":                        {Terraform: "id", Type: String, Optional: true, Computed: true},
		"prefix":                    optional("prefix", String),
		"priority":                  optional("priority", Int),
		"status":                    required("status", String),
		"deleteMarkerReplication":   object(optional("delete_marker_replication", List), status),
		"existingObjectReplication": object(optional("existing_object_replication", List), status),
		"filter":                    object(optional("filter", List), map[string]*Property{"prefix": optional("prefix", String)}),
		"sourceSelectionCriteria": object(optional("source_selection_criteria", List), map[string]*Property{
			"replicaModifications":   object(optional("replica_modifications", List), status),
			"sseKmsEncryptedObjects": object(optional("sse_kms_encrypted_objects", List), status),
		}),
		"destination": object(required("destination", List), map[string]*Property{
			"account":      optional("account", String),
			"bucket":       required("bucket", String),
			"storageClass": optional("storage_class", String),
			"encryptionConfiguration": object(optional("encryption_configuration", List), map[string]*Property{
				"replicaKmsKeyId": required("replica_kms_key_id", String),
			}),
		}),
	}
}

func required(terraform string, kind Type) *Property {
	return &Property{Terraform: terraform, Type: kind, Required: true}
}

func optional(terraform string, kind Type) *Property {
	return &Property{Terraform: terraform, Type: kind, Optional: true}
}

func replacing(property *Property) *Property {
	property.ForceNew = true
	return property
}

// nested gives a list its items' properties, object those of its only item.
func nested(property *Property, elem map[string]*Property) *Property {
	property.Elem = elem
	return property
}

func object(property *Property, elem map[string]*Property) *Property {
	property.Object = true
	return nested(property, elem)
}
