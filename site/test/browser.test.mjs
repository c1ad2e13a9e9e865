// The site in a real browser: CHROME, or Chromium or Chrome of the PATH. SCREENSHOTS names a folder for pictures of the pages.
import assert from 'node:assert/strict'
import { execSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { chromium } from 'playwright-core'
import { serve } from 'vitepress'
import { dist, site } from '../dist.mjs'

let server, browser

before(async () => {
  server = (await serve({ root: site, port: 0 })).server
  const executablePath = process.env.CHROME ?? execSync('command -v chromium || command -v google-chrome').toString().trim()
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
})
after(async () => {
  await browser?.close()
  server?.close()
})

// open opens a page, which must load nothing from other hosts and report no error.
async function open(path, options = {}) {
  const screen = { viewport: { width: 1360, height: 900 } }
  const context = await browser.newContext({ baseURL: `http://localhost:${server.address().port}`, ...screen, ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const problems = []
  await page.route((url) => url.hostname !== 'localhost', (route) => problems.push(route.request().url()) && route.abort())
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await page.goto(path, { waitUntil: 'networkidle' })
  await page.waitForFunction(() => Boolean(document.querySelector('#app')._vnode)) // Vue has taken over
  const close = async () => {
    await context.close()
    assert.deepEqual(problems, [])
  }
  return { page, close }
}

const screenshot = (page, name) => process.env.SCREENSHOTS && page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png` })

for (const [words, text, address] of [
  ['spot instances', 'Workers on Spot Instances', /\/guide\/[\w-]+\.html#workers-on-spot-instances$/],
  ['WorkerPool', 'WorkerPool', /\/reference\/nodes\/workerpool\.html/],
]) {
  test(`the search finds ${words}, without a network`, async () => {
    const { page, close } = await open('/')
    await page.keyboard.press('Control+k')
    await page.locator('.VPLocalSearchBox input').fill(words)
    const result = page.locator('.VPLocalSearchBox .result', { hasText: text }).first()
    await result.waitFor()
    await screenshot(page, `search-${words.replace(' ', '-')}`)
    await result.click()
    await page.waitForURL(address)
    assert.match(await page.locator('h1').first().innerText(), /\w/)
    await close()
  })
}

test('pages follow the color scheme of the reader', async () => {
  const brightness = {}
  for (const colorScheme of ['light', 'dark']) {
    const { page, close } = await open('/guide/first-cluster.html', { colorScheme })
    const channels = (await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).match(/\d+/g).slice(0, 3)
    brightness[colorScheme] = Math.max(...channels.map(Number))
    await screenshot(page, `guide-${colorScheme}`)
    for (const path of ['index.html', 'reference/nodes/workerpool.html', 'examples/classic/index.html']) {
      await page.goto(`/${path}`, { waitUntil: 'networkidle' })
      await screenshot(page, `${path.replaceAll('/', '-')}-${colorScheme}`)
    }
    await close()
  }
  assert.ok(brightness.light > 240 && brightness.dark < 60, JSON.stringify(brightness))
})

const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }

test('on a phone, no page is wider than the screen', async () => {
  const { page, close } = await open('/guide/first-cluster.html', phone)
  const paths = readdirSync(dist, { recursive: true }).filter((name) => /(?<!404)\.html$/.test(name))
  const wide = await page.evaluate(async (paths) => {
    const found = []
    for (const path of paths) { // in one document, which is twenty times as fast as a navigation
      const text = await (await fetch(`/${path}`)).text()
      const next = new DOMParser().parseFromString(text, 'text/html')
      document.querySelector('#VPContent').replaceWith(next.querySelector('#VPContent'))
      const width = document.documentElement.scrollWidth
      if (width > screen.width) found.push(`${path}: ${width}`)
    }
    return found
  }, paths)
  await close()
  assert.deepEqual(wide, [])
})

test('on a phone, the menu leads to the next page', async () => {
  const { page, close } = await open('/guide/first-cluster.html', phone)
  await screenshot(page, 'phone')
  await page.locator('.VPLocalNav .menu').click()
  await page.locator('.VPSidebar.open').waitFor()
  await screenshot(page, 'phone-menu')
  await page.locator('.VPSidebar .backdrop, .VPBackdrop').first().click({ position: { x: 350, y: 400 } })
  const title = await page.locator('h1').innerText()
  await page.locator('.pager-link.next').click()
  await page.waitForFunction((previous) => document.querySelector('h1')?.innerText !== previous, title)
  await close()
})
