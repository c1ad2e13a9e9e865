// Writes the pages of the reference from the schema of the plugin, with an example in each language, and returns their sidebar.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { address, rewrites, root, title } from './pages.mjs'

const schema = JSON.parse(readFileSync(`${root}cmd/pulumi-resource-openshift-aws/schema.json`, 'utf8'))
const pkg = 'https://pkg.go.dev/github.com/openshift-aws/pulumi-openshift-aws'
const go = { configuration: 'cluster/configuration', machineconfig: 'cluster/machineconfig', rosa: 'cluster/rosa' }
const languages = [['yaml', 'YAML'], ['typescript', 'TypeScript'], ['python', 'Python'], ['go', 'Go']]

const parts = (token) => { const [, module, name] = token.split(':'); return { module, name } }
const page = (token) => { const { module, name } = parts(token); return `/reference/${module}/${name.toLowerCase()}` }
const link = (file) => file in rewrites ? `[${title(file)}](${address(file)})` : file
// Outside of code, < does not begin an element of HTML, {{ is no expression of Vue, and the path of a page is a link.
const prose = (text) => text.replaceAll('<', '&lt;').replaceAll('{{', '&#123;{').replace(/\bdocs\/[\w-]+\.md\b/g, link)
const escape = (text) => text.split(/(`[^`]*`)/).map((part, i) => i % 2 ? part : prose(part)).join('')
const firstSentence = (text) => text.match(/^[^]*?[.:](?=\s|$)/)[0].replace(/:$/, '.').replaceAll('\n', ' ')

// A part of a blueprint has the arguments of its component.
const componentOf = (token) => parts(token).module === 'blueprint' &&
  Object.keys(schema.resources).find((other) => parts(other).name === parts(token).name)
const types = (value, found = new Set()) => {
  for (const [key, inner] of Object.entries(value ?? {})) {
    const token = key === '$ref' && inner.startsWith('#/types/') && inner.slice('#/types/'.length)
    if (token && !componentOf(token) && !found.has(token)) types(schema.types[found.add(token) && token], found)
    if (typeof inner === 'object') types(inner, found)
  }
  return found
}

function type(property) {
  const [, kind, token] = property.$ref?.match(/^#\/(types|resources)\/(.+)$/) ?? []
  const { name } = token ? parts(token) : {}
  if (kind === 'resources' || (token && componentOf(token))) return `[${name}](${page(componentOf(token) || token)})`
  if (token) return `[${name}](#${name.toLowerCase()})`
  if (property.$ref) return property.$ref.split('/').at(-1).toLowerCase()
  if (property.items) return `list of ${type(property.items)}`
  if (property.additionalProperties) return `map of ${type(property.additionalProperties)}`
  return property.type
}

function properties(all, required, prefix) {
  const names = Object.keys(all ?? {}).sort((a, b) => required.includes(b) - required.includes(a) || a.localeCompare(b))
  if (!names.length) return 'None.\n'
  return `<dl>\n${names.map((name) => {
    const property = all[name]
    const tags = [required.includes(name) && prefix !== 'output' && 'required', property.secret && 'secret',
      property.plain && 'plain', property.default !== undefined && escape(`default: ${property.default}`)].filter(Boolean)
    const labels = tags.map((tag) => `<span class="${tag.split(':')[0]}">${tag}</span>`).join('')
    return `<dt id="${prefix}-${name}">\n\n\`${name}\` <span>${type(property)}</span>${labels}\n\n</dt>
<dd>\n\n${escape(property.description ?? '')}\n\n</dd>`
  }).join('\n')}\n</dl>\n`
}

const list = (values) => values.map(({ name, value, description }) =>
  `- \`${value ?? name}\`${description ? `: ${escape(description)}` : ''}`).join('\n')

function supporting(value) {
  const all = [...types(value)].sort((a, b) => parts(a).name.localeCompare(parts(b).name))
  const sections = all.map((token) => {
    const { description = '', properties: fields, required = [], enum: values } = schema.types[token]
    const { name } = parts(token)
    return `### ${name}\n\n${escape(description)}\n\n${values ? list(values) : properties(fields, required, name.toLowerCase())}`
  })
  return sections.length ? `## Types\n\n${sections.join('\n\n')}` : ''
}

// The first example of a component in the library's own documentation.
function goExample({ module, name }) {
  const folder = `${root}${go[module] ?? module}/`
  for (const file of readdirSync(folder).filter((entry) => entry.endsWith('_test.go'))) {
    const text = readFileSync(folder + file, 'utf8')
    const example = text.match(new RegExp(`^func Example(New)?${name}(_\\w+)?\\(\\) \\{\\n[^]*?^\\}`, 'm'))
    const program = example?.[0].match(/^\t(?:program := |pulumi\.Run\()func(\(ctx \*pulumi\.Context.*\) error \{\n[^]*?^\t\})/m)
    if (program) return `func program${program[1].replace(/^\t/gm, '')}`
  }
}

function examples(token, description) {
  const found = Object.fromEntries([...description.matchAll(/^```(\w+)\n([^]*?)^```/gm)].map((match) => match.slice(1)))
  found.go = goExample(parts(token))
  const blocks = languages.filter(([language]) => found[language])
    .map(([language, label]) => `\`\`\`${language} [${label}]\n${found[language].trim()}\n\`\`\``)
  return `## Example\n\n::: code-group\n\n${blocks.join('\n\n')}\n\n:::\n`
}

function component(token, resource) {
  const { module, name } = parts(token)
  const folder = go[module] ?? module
  return `# ${name}

<p class="token"><code>${token}</code> · Go: <a href="${pkg}/${folder}#${name}">${folder}.${name}</a></p>

${escape(resource.description.split('{{% examples %}}')[0])}

${examples(token, resource.description)}

## Arguments

${module === 'blueprint' ? 'A part has the arguments of its component, all optional: the blueprint computes the others.' : ''}

${properties(resource.inputProperties, resource.requiredInputs ?? [], 'argument')}

## Outputs

${properties(resource.properties, resource.required ?? [], 'output')}

${supporting([resource.inputProperties, resource.properties])}`
}

const invoke = (token, { description, inputs, outputs }) => `# ${parts(token).name}

<p class="token"><code>${token}</code></p>

${escape(description)}

## Arguments

${properties(inputs?.properties, inputs?.required ?? [], 'argument')}

## Outputs

${properties(outputs?.properties, [], 'output')}

${supporting([inputs, outputs])}`

const row = ([token, { description }]) =>
  `| [${parts(token).name}](${page(token)}) | ${escape(firstSentence(description)).replaceAll('|', '\\|')} |`

const index = (modules) => `# Reference

The components and functions of the package \`openshift-aws\`, with their arguments, outputs and an example in each language.
Names are those of YAML and TypeScript. Python writes \`vpc_id\` for \`vpcId\`, and Go \`VpcID\`.

A value that is *plain* must be known in a preview: it cannot be the output of another resource.

${modules.map(([name, entries]) => `## ${name}

| name | what it is |
| --- | --- |
${entries.map(row).join('\n')}
`).join('\n')}`

export function reference() {
  const folder = `${root}site/reference/`
  rmSync(folder, { recursive: true, force: true })
  const modules = {}
  const write = (render) => ([token, value]) => {
    const { module } = parts(token)
    mkdirSync(folder + module, { recursive: true })
    writeFileSync(`${root}site${page(token)}.md`, render(token, value))
    ;(modules[module] ??= []).push([token, value])
  }
  Object.entries(schema.resources).forEach(write(component))
  Object.entries(schema.functions).forEach(write(invoke))
  writeFileSync(`${folder}index.md`, index(Object.entries(modules)))
  return [{ text: 'Reference', link: '/reference/' }, ...Object.entries(modules).map(([text, entries]) => (
    { text, collapsed: true, items: entries.map(([token]) => ({ text: parts(token).name, link: page(token) })) }))]
}
