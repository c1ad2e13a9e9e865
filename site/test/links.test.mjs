// Each link of the built site has its target, and each page can be reached.
import assert from 'node:assert/strict'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { posix } from 'node:path'
import test from 'node:test'
import { rewrites, sidebar } from '../pages.mjs'
import { dist } from '../dist.mjs'

const pages = new Map(readdirSync(dist, { recursive: true }).filter((name) => name.endsWith('.html')).map((name) => {
  const html = readFileSync(dist + name, 'utf8')
  return [`/${name}`, {
    ids: new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)),
    links: [...html.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, href]) => href.replaceAll('&amp;', '&')),
    next: html.match(/class="VPLink link pager-link next"[^>]* href="([^"]+)"/)?.[1],
  }]
}))

const file = (path) => path.endsWith('/') ? `${path}index.html` : path

test('links and anchors have targets', () => {
  const broken = []
  let count = 0
  for (const [page, { links }] of pages) {
    for (const href of links.filter((href) => !/^[a-z]+:/.test(href))) {
      const [path, anchor] = href.split('#')
      const target = path ? file(posix.join(path.startsWith('/') ? '/' : posix.dirname(page), path)) : page
      const known = !anchor || pages.get(target)?.ids.has(decodeURIComponent(anchor))
      if (!known || !existsSync(dist + target)) broken.push(`${page}: ${href}`)
      count++
    }
  }
  assert.deepEqual(broken, [])
  assert.ok(count > 10_000)
})

test('every page of the repository is in the sidebar, and the next page leads through all', () => {
  const all = sidebar.flatMap(({ items }) => items).map(({ link }) => link)
  assert.equal(new Set(all).size, Object.keys(rewrites).length)
  const visited = []
  for (let next = all[1]; next; next = pages.get(file(next)).next) visited.push((next = next.replace(/(?<!\/|\.html)$/, '.html')))
  assert.deepEqual(visited.map((path) => path.replace(/\.html$/, '')), all.slice(1))
})

test('every component has an example in each language', () => {
  const components = [...pages.keys()].filter((path) => /^\/reference\/\w+\/\w+\.html$/.test(path))
    .map((path) => readFileSync(dist + path, 'utf8')).filter((html) => html.includes('id="example"'))
  assert.ok(components.length >= 79)
  for (const html of components) {
    const labels = [...html.matchAll(/>([^<]+)<\/label>/g)].map(([, label]) => label)
    assert.deepEqual(labels, ['YAML', 'TypeScript', 'Python', 'Go'], html.match(/<title>(.*?) \|/)[1])
  }
})

test('the licenses of what the pages load are beside them', () => {
  const text = readFileSync(`${dist}licenses.txt`, 'utf8')
  for (const name of ['@vue/runtime-dom', 'minisearch', 'vitepress']) {
    assert.match(text, new RegExp(`^${name} [0-9.]+ \\(MIT\\)\\n\\n.*(MIT|Copyright)`, 'm'))
  }
  assert.match(text, /SIL OPEN FONT LICENSE/i)
})
