#!/bin/bash
# prove-identity INFRA_ID KUBECONFIG DIRECTORY: request the first client certificate of the kubelet of KUBELET_NODE_NAME, with a
# proof that this instance has made its key, and keep both where the kubelet looks for them. The proof is a presigned
# sts:GetCallerIdentity of the instance's role, with a signed header of the cluster and the key's hash.
set -euo pipefail
umask 077
infra_id=$1 kubeconfig=$2 directory=$3
current=$directory/kubelet-client-current.pem
[ ! -e "$current" ] || exit 0
metadata=${AWS_EC2_METADATA_SERVICE_ENDPOINT:-http://169.254.169.254}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fetch() { curl -fsS --noproxy '*' --max-time 20 "$@"; }
yaml() { sed -n "s/^[ -]*$1: *//p" "$kubeconfig"; }
json() { sed -n "s/.*\"$1\" *: *\"\([^\"]*\)\".*/\1/p"; }
sha256() {
  local sum
  sum=$(openssl dgst -sha256 -r "$@")
  printf %s "${sum%% *}"
}
hmac() { printf %s "$2" | sha256 -mac HMAC -macopt "$1"; }

# identity: read the instance's credentials and place, by IMDSv2.
identity() {
  local base=$metadata/latest/meta-data role
  fetch -X PUT -H 'X-aws-ec2-metadata-token-ttl-seconds: 60' "$metadata/latest/api/token" >"$work/token"
  printf 'X-aws-ec2-metadata-token: %s' "$(<"$work/token")" >"$work/metadata"
  region=$(fetch -H "@$work/metadata" "$base/placement/region")
  domain=$(fetch -H "@$work/metadata" "$base/services/domain")
  role=$(fetch -H "@$work/metadata" "$base/iam/security-credentials/")
  fetch -H "@$work/metadata" "$base/iam/security-credentials/$role" >"$work/credentials"
}

# prove HASH: print access key, time, signature and session token of the request (IAM user guide, "Create a signed AWS API request").
prove() {
  local id secret token encoded at scope key part query headers request
  id=$(json AccessKeyId <"$work/credentials")
  secret=$(json SecretAccessKey <"$work/credentials")
  token=$(json Token <"$work/credentials")
  at=$(date -u +%Y%m%dT%H%M%SZ)
  scope=${at%T*}/$region/sts/aws4_request
  encoded=${token//+/%2B} encoded=${encoded//\//%2F} encoded=${encoded//=/%3D}
  query="Action=GetCallerIdentity&Version=2011-06-15&X-Amz-Algorithm=AWS4-HMAC-SHA256"
  query+="&X-Amz-Credential=$id%2F${scope//\//%2F}&X-Amz-Date=$at&X-Amz-Expires=900"
  query+="&X-Amz-Security-Token=$encoded&X-Amz-SignedHeaders=host%3Bx-openshift-aws-proof"
  headers="host:sts.$region.$domain"$'\n'"x-openshift-aws-proof:$infra_id:$1"
  request=$(printf 'GET\n/\n%s\n%s\n\nhost;x-openshift-aws-proof\n%s' "$query" "$headers" "$(sha256 /dev/null)")
  key=key:AWS4$secret
  for part in ${scope//\// }; do
    key=hexkey:$(hmac "$key" "$part")
  done
  request=$(printf %s "$request" | sha256)
  printf '%s %s %s %s' "$id" "$at" "$(hmac "$key" "AWS4-HMAC-SHA256"$'\n'"$at"$'\n'"$scope"$'\n'"$request")" "$token"
}

identity
key=$work/key.pem
openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -pkeyopt ec_param_enc:named_curve -out "$key"
hash=$(openssl pkey -in "$key" -pubout -outform DER | sha256)
name=worker-pool-${hash:0:40}
request=$(openssl req -new -sha256 -key "$key" -subj "/O=system:nodes/CN=system:node:$KUBELET_NODE_NAME" \
  -config <(printf '[req]\ndistinguished_name=dn\n[dn]\n') | base64 -w0)
printf '{"apiVersion":"certificates.k8s.io/v1","kind":"CertificateSigningRequest","metadata":{"name":"%s","annotations":{
"openshift-aws/proof":"%s"}},"spec":{"request":"%s","signerName":"kubernetes.io/kube-apiserver-client-kubelet",
"usages":["digital signature","client auth"]}}' "$name" "$(prove "$hash")" "$request" >"$work/request.json"

yaml certificate-authority-data | base64 -d >"$work/ca.pem"
printf 'Authorization: Bearer %s\nContent-Type: application/json\n' "$(yaml token)" >"$work/headers"
requests=$(yaml server)/apis/certificates.k8s.io/v1/certificatesigningrequests
fetch --cacert "$work/ca.pem" -H "@$work/headers" -d "@$work/request.json" -o /dev/null "$requests"
echo "requested the certificate of $KUBELET_NODE_NAME: $name"

# A proof is valid for 15 minutes. The next attempt has another key.
certificate=
for ((waited = 0; waited < 900; waited += 5)); do
  sleep 5
  fetch --cacert "$work/ca.pem" -H "@$work/headers" -o "$work/found" "$requests/$name" || continue
  certificate=$(json certificate <"$work/found")
  [ -z "$certificate" ] || break
done
base64 -d <<<"$certificate" >"$work/certificate.pem"
[ "$(openssl x509 -in "$work/certificate.pem" -noout -pubkey)" = "$(openssl pkey -in "$key" -pubout)" ]

# The kubelet expects a link, and keeps the names of its own files: kubernetes/client-go util/certificate/certificate_store.go.
file=$directory/kubelet-client-$(date -u +%Y-%m-%d-%H-%M-%S).pem
mkdir -p "$directory"
cat "$work/certificate.pem" "$key" >"$file"
ln -sf "$file" "$current"
