import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'
import { licenses } from '../licenses.mjs'
import { excluded, link, repository, rewrites, root, sidebar } from '../pages.mjs'
import { reference } from '../reference.mjs'

const picture = readFileSync(`${root}cmd/pulumi-resource-openshift-aws/logo.svg`, 'utf8')
const logo = `data:image/svg+xml,${encodeURIComponent(picture)}`

const generated = ({ relativePath }) => /^(site\/)?reference\//.test(relativePath)

// The pages are not below this folder, which has the packages that they import.
const packages = {
  name: 'packages',
  enforce: 'pre',
  resolveId(id, importer) {
    return /^vue(\/|$)/.test(id) && importer?.endsWith('.md') ? this.resolve(id, `${root}site/package.json`) : null
  },
}

export default defineConfig({
  title: 'OpenShift on AWS',
  description: 'Pulumi components that create and operate OpenShift clusters on AWS, self-managed and ROSA.',
  srcDir: '..',
  srcExclude: excluded,
  rewrites: { ...rewrites, 'site/reference/:page*': 'reference/:page*' },
  ignoreDeadLinks: 'localhostLinks',
  head: [['link', { rel: 'icon', href: logo }]],
  themeConfig: {
    logo,
    nav: [
      { text: 'Guide', link: '/guide/', activeMatch: '^/(guide/|$)' },
      { text: 'Examples', link: '/examples/classic/', activeMatch: '^/examples/' },
      { text: 'Reference', link: '/reference/', activeMatch: '^/reference/' },
    ],
    sidebar: { '/reference/': reference(), '/': sidebar },
    outline: { level: [2, 3] },
    socialLinks: [{ icon: 'github', link: repository }],
    search: {
      provider: 'local',
      options: {
        detailedView: true,
        // The examples of the reference repeat its arguments in four languages.
        _render: (text, env, md) => md.render(text.replace(/^::: code-group$[^]*?^:::$/gm, ''), env),
        miniSearch: {
          // First pages by their titles, then guides, then the arguments of the reference.
          searchOptions: {
            fuzzy: 0.1,
            boostDocument: (id, term, { titles }) => (!titles.length ? 1.5 : id.includes('/reference/') ? 0.5 : 1),
          },
        },
      },
    },
  },
  markdown: {
    // As GitHub does.
    anchor: { slugify: (text) => text.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-') },
    config(md) {
      // The pages of the repository have no HTML but comments: <name> is text.
      md.core.ruler.before('normalize', 'html', (state) => {
        md.set({ html: generated(state.env) })
        state.src = state.src.replace(/^<!--[^]*?-->$/gm, '')
      })
      md.core.ruler.push('repository', ({ tokens, env }) => {
        for (const { children } of tokens) {
          const badge = (token) => token.type === 'image' && /^https:/.test(token.attrGet('src'))
          if (children?.some(badge)) children.length = 0
        }
        for (const token of tokens.flatMap(({ children }) => children ?? [])) {
          if (token.type === 'link_open' && !generated(env)) {
            token.attrSet('href', link(env.relativePath, token.attrGet('href')))
          }
        }
      })
      const code = md.renderer.rules.code_inline
      md.renderer.rules.code_inline = (...of) => code(...of).replace('<code', '<code v-pre') // {{ is no expression of Vue
      md.renderer.rules.code_block = (tokens, index, ...rest) => { // indented: commands and what they print
        tokens[index].info = 'sh'
        return md.renderer.rules.fence(tokens, index, ...rest)
      }
    },
  },
  transformPageData(page) {
    if (page.relativePath !== 'index.md') return
    Object.assign(page.frontmatter, {
      layout: 'home',
      hero: {
        name: 'OpenShift on AWS',
        text: 'as a Pulumi program',
        tagline: 'Self-managed and ROSA clusters with their networks, in one program whose tests need no AWS account.',
        actions: [
          { text: 'A first ROSA cluster', link: '/guide/first-rosa-cluster' },
          { text: 'A first self-managed cluster', link: '/guide/first-cluster', theme: 'alt' },
          { text: 'Reference', link: '/reference/', theme: 'alt' },
        ],
      },
    })
  },
  vite: { plugins: [packages, licenses()] },
})
