# The servers of the lab: moto, the OCM fake, etcd and kube-apiserver, each a process with run/NAME.pid and run/NAME.log.

start_servers() {
  start_moto
  start_ocm
  start_etcd
  start_kube_apiserver
}

stop_servers() { stop kube-apiserver moto ocm etcd; }

status() {
  local name
  for name in moto ocm etcd kube-apiserver; do
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
  daemon ocm python3 "$here/ocm/server.py" "$ocm_port"
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

start_kube_apiserver() {
  alive kube-apiserver && return
  [ -f "$run/sa.key" ] || openssl genrsa -out "$run/sa.key" 2048 2>/dev/null
  echo 'lab-token,admin,admin,"system:masters"' >"$run/tokens.csv"
  cat >"$run/kubeconfig" <<KUBECONFIG
apiVersion: v1
kind: Config
clusters: [{name: lab, cluster: {server: "https://127.0.0.1:$api_port", insecure-skip-tls-verify: true}}]
users: [{name: admin, user: {token: lab-token}}]
contexts: [{name: lab, context: {cluster: lab, user: admin}}]
current-context: lab
KUBECONFIG
  daemon kube-apiserver "$bin/kube-apiserver" --etcd-servers="http://127.0.0.1:$etcd_port" --secure-port="$api_port" \
    --bind-address=127.0.0.1 --cert-dir="$run/certs" --service-account-key-file="$run/sa.key" \
    --service-account-signing-key-file="$run/sa.key" --service-account-issuer=https://kubernetes.default.svc \
    --token-auth-file="$run/tokens.csv" --authorization-mode=RBAC --disable-admission-plugins=ServiceAccount \
    --service-cluster-ip-range=172.30.0.0/16
  wait_for kube-apiserver kubectl --kubeconfig "$run/kubeconfig" get --raw /readyz
  seed_cluster
}

# seed_cluster makes what a new OpenShift cluster has: the CRDs, the namespaces and the objects of its operators.
seed_cluster() {
  local k="kubectl --kubeconfig $run/kubeconfig"
  {
    $k apply --server-side --force-conflicts -f "$bin/crds/" &&
      $k wait --for=condition=Established crd --all --timeout=60s &&
      $k apply --server-side --force-conflicts --field-manager=cluster-operators -f "$here/seed"
  } >"$run/seed.log" 2>&1 || {
    say "the cluster's objects could not be made; see $run/seed.log"
    exit 1
  }
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
