// What the built site contains of packages of npm, with their licenses: licenses.txt beside the pages.
import { readFileSync, readdirSync } from 'node:fs'

export const licenses = () => ({
  name: 'licenses',
  apply: 'build',
  generateBundle(options, bundle) {
    const folders = new Set(Object.values(bundle).flatMap((chunk) => Object.keys(chunk.modules ?? {}))
      .map((id) => id.replaceAll('\0', '').match(/^.*\/node_modules\/(@[^/]+\/)?[^/]+(?=\/)/)?.[0]).filter(Boolean))
    const texts = [...folders].sort().map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
      const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
      return `${name} ${version} (${license})\n\n${file ? readFileSync(`${folder}/${file}`, 'utf8') : ''}`
    })
    this.emitFile({ type: 'asset', fileName: 'licenses.txt', source: texts.join(`\n${'-'.repeat(80)}\n`) })
  },
})
