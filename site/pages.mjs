// The pages of the site: which files of the repository they are, their order, their addresses, and the links between them.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const repository = 'https://github.com/openshift-aws/pulumi-openshift-aws'

// The order of the pages. A folder is all of its pages that have no place of their own, so that a new page needs none.
const order = {
  'Get started': ['README', 'docs/first-rosa-cluster', 'docs/first-cluster', 'docs/log-in', 'docs/concepts', 'docs/README',
    'docs/questions'],
  'Your program': ['docs/your-program', 'docs/test-your-program', 'docs/sandbox', 'docs/sandbox-faults', 'docs/languages',
    'docs/programs', 'docs/stacks', 'docs/ci', 'docs/resource-options', 'docs/upgrade-library', 'docs/upgrade',
    'docs/performance'],
  'ROSA clusters': ['docs/rosa', 'docs/rosa-shared-vpc', 'docs/rosa-inside', 'docs/rosa-changes', 'docs/rosa-failures',
    'docs/rhcs'],
  'Self-managed clusters': ['docs/day-two', 'docs/configure', 'docs/upgrade-cluster', 'docs/replace-machine', 'docs/rotate',
    'docs/backup-and-restore'],
  'Both kinds': ['docs/tasks', 'docs/tasks-inside', 'docs/disconnected', 'docs/adopt', 'docs/fleet', 'docs/fleet-argocd',
    'docs/costs', 'docs/destroy', 'docs/'],
  Problems: ['docs/troubleshooting', 'docs/troubleshooting-pulumi', 'docs/interrupted', 'docs/gone'],
  'In depth': ['docs/components', 'docs/effects', 'docs/permissions', 'docs/permissions-limits', 'docs/credentials',
    'docs/csr-approver'],
  Examples: ['examples/'],
  Contribute: ['CONTRIBUTING', 'docs/maintainers/README', 'docs/maintainers/', 'CHANGELOG', 'SECURITY', ''],
  Decisions: ['docs/adr/README', 'docs/adr/'],
}

const markdown = (folder) => readdirSync(root + folder).filter((name) => name.endsWith('.md')).map((name) => folder + name)
const examples = readdirSync(`${root}examples/`).map((name) => `examples/${name}/README.md`)
// The pages of the Pulumi Registry have front matter, and repeat others.
const registry = ['docs/_index.md', 'docs/installation-configuration.md']

const files = [...['', 'docs/', 'docs/adr/', 'docs/maintainers/', 'policy/'].flatMap(markdown), ...examples]
  .filter((file) => existsSync(root + file) && !registry.includes(file))
const placed = new Set(Object.values(order).flat().map((entry) => `${entry}.md`))
const folder = (file) => `${posix.dirname(file.replace(/\/README\.md$/, '.md'))}/`.replace(/^(\.|policy)\/$/, '')
const expand = (entry) => files.includes(`${entry}.md`) ? [`${entry}.md`]
  : files.filter((file) => folder(file) === entry && !placed.has(file))

// The addresses of files in the site: docs/ is guide/, and README.md is the index of its folder.
export const rewrites = Object.fromEntries(files.map((file) => [file,
  file.replace(/^docs\/(?!adr|maintainers)/, 'guide/').replace(/^docs\//, '').replace(/README\.md$/, 'index.md')]))
const sources = Object.fromEntries(Object.entries(rewrites).map(([file, page]) => [page, file]))
export const address = (file) => `/${rewrites[file].replace(/(index)?\.md$/, '')}`
export const title = (file) => readFileSync(root + file, 'utf8').match(/^# (.+)$/m)[1].replaceAll('`', '')

export const sidebar = Object.entries(order).map(([text, entries]) => ({
  text,
  collapsed: text !== 'Get started',
  items: entries.flatMap(expand).map((file) => ({ text: file === 'README.md' ? 'Overview' : title(file), link: address(file) })),
}))

// What VitePress does not read.
export const excluded = [...readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['docs', 'examples', 'policy', 'site'].includes(entry.name))
  .map((entry) => `${entry.name}/**`), ...registry]

// link returns the address of what a page links to: a page of the site, or a file of the repository on GitHub.
export function link(page, href) {
  if (/^([a-z]+:|#)/.test(href)) return href
  const [path, anchor] = href.split('#')
  const source = sources[page] ?? page
  const target = posix.join(posix.dirname(source), path).replace(/\/$/, '')
  const file = [target, posix.join(target, 'README.md')].find((candidate) => candidate in rewrites)
  if (!file && !existsSync(root + target)) throw new Error(`${source} links to ${href}, which does not exist`)
  return (file ? address(file) : `${repository}/blob/main/${target}`) + (anchor ? `#${anchor}` : '')
}
