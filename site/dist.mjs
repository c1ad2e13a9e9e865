import { fileURLToPath } from 'node:url'

export const site = fileURLToPath(new URL('.', import.meta.url))
export const dist = `${site}.vitepress/dist/`
