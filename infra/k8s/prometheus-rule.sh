#!/bin/sh
# Prints infra/prometheus/rules as what the Prometheus operator reads: prometheus-rule.sh | kubectl apply --namespace entrada --filename -
set -eu
cd "$(dirname "$0")/../prometheus/rules"
cat <<'FIM'
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: entrada
spec:
  groups:
FIM
sed -e '/^groups:$/d' -e 's/^/  /' *.yml
