# make help lists the targets: what CI runs, and what a change needs.
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
	.ci/deadcode

.PHONY: golden
golden: ## record what the tests of PKG (./...) compare, and what follows from all components
ifeq ($(PKG),./...)
	@# First the golden files of classic: examples like it, and the blueprint, have the differences from them.
	UPDATE_GOLDEN=1 go test ./examples/classic -run '^TestScenarios$$'
endif
	UPDATE_GOLDEN=1 go test $(PKG)
	@# The schema of the plugin, the rules of arguments, the fields that adopt names, and the table of docs/effects.md.
	UPDATE_GOLDEN=1 go test ./plugin/... ./test/effects -run '^Test(AdoptFields|EffectsPage|PlainRules|SchemaIsCurrent)$$'
	git status --short

.PHONY: component
component: ## write a component: NAME=storage.EFSStorageClass, of AWS resources with AWS=aws
	folder=$$(go run ./test/scaffold $(NAME) $(AWS)) && $(MAKE) golden PKG=./$$folder

.PHONY: record
record: ## record the states, names and arguments of the release VERSION
	RECORD_RELEASE=$(VERSION) go test ./examples/... ./plugin/schemagen ./test/docs \
	  -run '^Test(States|NamesDoNotChange|ChangedArgumentsAreInTheChangelog)$$'

.PHONY: sandbox
sandbox: ## run EXAMPLE (classic) in the sandbox
	go run ./examples/$(EXAMPLE) up

.PHONY: lab
lab: ## build and start the lab, and print its environment for eval
	@$(LAB) up

.PHONY: acceptance
acceptance: ## run the acceptance tests that match RUN (all) in the lab
	eval "$$($(LAB) up)" && LAB=$(LAB) go test -count=1 -timeout 70m -parallel 16 -run '$(RUN)' ./test/acceptance/...

.PHONY: site
site: ## serve the manual, which follows changes of its pages (Node.js 20 or newer)
	cd site && npm ci --ignore-scripts --no-audit --no-fund && npm run dev

.PHONY: ci
ci: ## run what must hold before a change lands, on a machine that has nothing yet
	.ci/run
