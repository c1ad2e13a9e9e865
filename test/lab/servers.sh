# The servers of the lab, each a process with run/NAME.pid and run/NAME.log.

servers="moto ocm etcd kube-apiserver kube-controller-manager kube-scheduler machines"

start_servers() {
  start_moto
  start_ocm
  start_etcd
  start_kube_apiserver
  start_kube_controller_manager
  start_kube_scheduler
  start_machines
}

stop_servers() {
  stop machines kube-scheduler kube-controller-manager kube-apiserver moto ocm etcd
}

status() {
  local name
  for name in $servers; do
    alive "$name" && echo "$name up" || echo "$name down"
  done
}

# with_moto SCRIPT ARGUMENT...: run a Python program of this folder where moto is installed.
with_moto() {
  local script=$1
  shift
  if [ -n "${LAB_MOTO_PYTHON:-}" ]; then
    exec "$LAB_MOTO_PYTHON" "$here/moto/$script" "$@"
  fi
  local programs=/opt/lab-$instance
  as_root mkdir -p "$bin/moto/opt"
  as_root rm -rf "$bin/moto$programs"
  as_root cp -r "$here/moto" "$bin/moto$programs"
  exec "${chroot[@]}" "$(readlink -f "$bin/moto")" /usr/bin/python3 "$programs/$script" "$@"
}

chroot=(chroot)
[ "$(id -u)" = 0 ] || chroot=(sudo chroot)

start_moto() {
  alive moto && return
  daemon moto "${BASH:-bash}" "$here/lab" run-moto
  wait_for moto curl -fsS "http://127.0.0.1:$moto_port/moto-api/"
}

start_ocm() {
  alive ocm && return
  daemon ocm "$bin/ocm" "$ocm_port" "http://127.0.0.1:$moto_port"
  wait_for ocm curl -fsS "http://127.0.0.1:$ocm_port/api/clusters_mgmt/v1/versions"
}

start_etcd() {
  alive etcd && return
  local peer=http://127.0.0.1:$((etcd_port + 1)) client=http://127.0.0.1:$etcd_port
  rm -rf "$run/etcd"
  daemon etcd etcd --data-dir "$run/etcd" --listen-client-urls "$client" --advertise-client-urls "$client" \
    --listen-peer-urls "$peer" --initial-advertise-peer-urls "$peer" --initial-cluster "default=$peer"
  wait_for etcd curl -fsS "$client/health"
}

# It calls kubelets and allows privileged pods as OpenShift's does (openshift/cluster-kube-apiserver-operator release-4.20
# bindata/assets/config/defaultconfig.yaml).
start_kube_apiserver() {
  alive kube-apiserver && return
  [ -f "$run/sa.key" ] || openssl genrsa -out "$run/sa.key" 2048 2>/dev/null
  # The CA of client certificates: kube-controller-manager signs those of nodes.
  [ -f "$run/ca.crt" ] || openssl req -x509 -newkey rsa:2048 -nodes -days 3650 -subj /CN=kube-csr-signer \
    -keyout "$run/ca.key" -out "$run/ca.crt" 2>/dev/null
  echo 'lab-token,admin,admin,"system:masters"' >"$run/tokens.csv"
  cat >"$run/kubeconfig" <<KUBECONFIG
apiVersion: v1
kind: Config
clusters: [{name: lab, cluster: {server: "https://127.0.0.1:$api_port", certificate-authority: "$run/certs/apiserver.crt"}}]
users: [{name: admin, user: {token: lab-token}}]
contexts: [{name: lab, context: {cluster: lab, user: admin}}]
current-context: lab
KUBECONFIG
  daemon kube-apiserver "$bin/kube-apiserver" --etcd-servers="http://127.0.0.1:$etcd_port" --secure-port="$api_port" \
    --bind-address=127.0.0.1 --cert-dir="$run/certs" --service-account-key-file="$run/sa.key" \
    --service-account-signing-key-file="$run/sa.key" --service-account-issuer=https://kubernetes.default.svc \
    --token-auth-file="$run/tokens.csv" --client-ca-file="$run/ca.crt" --authorization-mode=Node,RBAC \
    --enable-admission-plugins=NodeRestriction --allow-privileged \
    --kubelet-preferred-address-types=InternalIP --kubelet-certificate-authority="$run/ca.crt" \
    --service-cluster-ip-range=172.30.0.0/16 ${LAB_ADVERTISE_ADDRESS:+--advertise-address="$LAB_ADVERTISE_ADDRESS"}
  wait_for kube-apiserver kubectl --kubeconfig "$run/kubeconfig" get --raw /readyz
  seed_cluster
}

# The controllers are those of OpenShift (openshift/cluster-kube-controller-manager-operator release-4.20
# bindata/assets/config/defaultconfig.yaml), with what a busy machine needs: a lease of ten minutes, because
# the only instance ends when it does not renew it in time (without one a program takes the cluster for one without controllers),
# and ten minutes before a node without heartbeats is unhealthy.
start_kube_controller_manager() {
  alive kube-controller-manager && return
  kubectl --kubeconfig "$run/kubeconfig" delete lease kube-controller-manager -n kube-system --ignore-not-found >&2
  daemon kube-controller-manager "$bin/kube-controller-manager" --kubeconfig="$run/kubeconfig" --secure-port=0 \
    --controllers='*,-ttl-controller,-bootstrap-signer-controller,-token-cleaner-controller,-node-ipam-controller' \
    --use-service-account-credentials=true --service-account-private-key-file="$run/sa.key" \
    --root-ca-file="$run/certs/apiserver.crt" --cluster-signing-cert-file="$run/ca.crt" \
    --cluster-signing-key-file="$run/ca.key" --cluster-signing-duration=720h \
    --leader-elect-lease-duration=10m --leader-elect-renew-deadline=9m \
    --node-monitor-grace-period=10m --node-startup-grace-period=10m --allocate-node-cidrs=false
  # Pods need the service account of their namespace.
  wait_for kube-controller-manager kubectl --kubeconfig "$run/kubeconfig" get serviceaccount default -n default
}

start_kube_scheduler() {
  alive kube-scheduler && return
  daemon kube-scheduler "$bin/kube-scheduler" --kubeconfig="$run/kubeconfig" --secure-port=0 --leader-elect=false
}

# The Machine API of OpenShift: machines/main.go.
start_machines() {
  alive machines && return
  local certificates=$run/webhook-certs
  mkdir -p "$certificates"
  [ -f "$certificates/tls.crt" ] || openssl req -x509 -newkey rsa:2048 -nodes -days 3650 -subj /CN=127.0.0.1 \
    -addext subjectAltName=IP:127.0.0.1 -keyout "$certificates/tls.key" -out "$certificates/tls.crt" 2>/dev/null
  daemon machines env KUBECONFIG="$run/kubeconfig" AWS_ENDPOINT_URL="http://127.0.0.1:$moto_port" \
    "$bin/machines" -webhook-port "$webhook_port" -webhook-certificates "$certificates"
  wait_for machines kubectl --kubeconfig "$run/kubeconfig" get validatingwebhookconfiguration machine-api
}

# seed_cluster makes what a new OpenShift cluster has: the CRDs, the namespaces and the objects of its operators. Those in
# seed/created are created as their operators do, each by the one that its file is named after, so that it owns the
# blocks of spec, too, and not only the fields in them, as it would by server-side apply.
seed_cluster() {
  local k="kubectl --kubeconfig $run/kubeconfig"
  {
    $k apply --server-side --force-conflicts -f "$bin/crds/" &&
      $k wait --for=condition=Established crd --all --timeout=60s &&
      $k apply --server-side --force-conflicts --field-manager=cluster-operators -f "$here/seed" &&
      create_as_operators &&
      $k apply --server-side --force-conflicts --field-manager=cluster-operators --subresource=status -f "$here/seed/status"
  } >"$run/seed.log" 2>&1 || {
    say "the cluster's objects could not be made; see $run/seed.log"
    exit 1
  }
}

create_as_operators() {
  local k="kubectl --kubeconfig $run/kubeconfig" object
  for object in "$here"/seed/created/*.yaml; do
    $k get -f "$object" || $k create --field-manager="$(basename "$object" .yaml)" -f "$object" || return 1
  done
}

leftovers() { (with_moto leftovers.py "http://127.0.0.1:$moto_port" "$1"); }

# daemon NAME COMMAND...: start a server in a session of its own.
daemon() {
  local name=$1
  shift
  setsid "$@" >"$run/$name.log" 2>&1 </dev/null &
  echo $! >"$run/$name.pid"
}

# alive NAME reports whether a server runs. A process that has exited and was not reaped does not.
alive() { [ -f "$run/$1.pid" ] && grep -qs '^State:[[:space:]]*[^ZX[:space:]]' "/proc/$(cat "$run/$1.pid")/status"; }

# wait_for NAME COMMAND...: wait at most 30 seconds until the command succeeds.
wait_for() {
  local name=$1
  shift
  for _ in $(seq 60); do
    "$@" >/dev/null 2>&1 && return
    sleep 0.5
  done
  say "$name did not answer; see $run/$name.log"
  exit 1
}

# stop NAME...: end servers of this lab and wait until they are gone.
stop() {
  local name
  for name in "$@"; do
    if alive "$name"; then
      kill "$(cat "$run/$name.pid")" 2>/dev/null || true
      for _ in $(seq 40); do
        alive "$name" || break
        sleep 0.25
      done
    fi
    rm -f "$run/$name.pid"
  done
}
