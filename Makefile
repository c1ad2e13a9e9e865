# make help lists the targets. CI runs .ci/run; these are its parts.
SHELL := /bin/bash -o pipefail

# As `pulumi up` compiles, so that pulumi-aws is compiled once; without debug information, tests link in half the time.
export GOFLAGS := $(GOFLAGS) -trimpath -ldflags=-w

PKG ?= ./...
EXAMPLE ?= classic
RUN ?= .
LAB := $(CURDIR)/test/lab/lab

.DEFAULT_GOAL := help

.PHONY: help
help: ## list the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/\1	\2/' | expand -t 14

.PHONY: test
test: ## run the tests of PKG (./...) that need no AWS account
	go test $(PKG)

.PHONY: lint
lint: ## gofmt, golangci-lint, dead code
	.ci/lint

.PHONY: golden
golden: ## write the golden files of PKG (./...) and list those that changed
	@# First those of classic: examples like it, and the blueprint, have the differences from them.
	UPDATE_GOLDEN=1 go test ./examples/classic -run '^TestScenarios$$'
	UPDATE_GOLDEN=1 go test $(PKG)
	git status --short -- '*.golden'

.PHONY: schema
schema: ## write the schema of the plugin for other languages, and the fields that adopt names
	go generate ./cmd/pulumi-resource-openshift-aws
	UPDATE_GOLDEN=1 go test ./plugin -run '^TestAdoptFields$$'
	RECORD_NAMES=1 go test ./plugin/schemagen

.PHONY: sandbox
sandbox: ## run EXAMPLE (classic) in the sandbox
	go run ./examples/$(EXAMPLE) up

.PHONY: lab
lab: ## build and start the lab, and print its environment for eval
	@$(LAB) up

.PHONY: acceptance
acceptance: ## run the acceptance tests that match RUN (all) in the lab
	eval "$$($(LAB) up)" && LAB=$(LAB) go test -count=1 -timeout 70m -parallel 16 -run '$(RUN)' ./test/acceptance/...

.PHONY: ci
ci: ## run all checks of CI
	.ci/run
