import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserBundle, bundlePlayground } from '../../scripts/bundler/bundle-browser.mjs'
import { serveFolder } from '../../scripts/serve-folder.mjs'
import { chromium, openBrowser, type InspectorTab, type OpenBrowser } from '../inspector/open-browser.ts'
import { hasText, judge, press, waitFor, type Tab } from '../inspector/page-actions.ts'
import { steps } from '../runtimes/tour.ts'

const folder = mkdtempSync(join(tmpdir(), 'pinnace-playground-'))
let browser: OpenBrowser
let served: Awaited<ReturnType<typeof serveFolder>>

if (chromium === undefined) console.log('conformance/playground judged nothing: there is no Chromium')

describe.runIf(chromium !== undefined)('the server in a browser', { timeout: 300_000 }, () => {
  beforeAll(async () => {
    await bundlePlayground(folder)
    ;[browser, served] = await Promise.all([openBrowser(), serveFolder(folder)])
  }, 300_000)

  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]()
    served?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const open = async (fragment = '', size?: { width: number; height: number }): Promise<InspectorTab> => {
    const tab = await browser.open(`${served.url}${fragment}`, size)
    await hasText(tab.page, '.screen .output', 'server started')
    return tab
  }

  it('passes the tour that every runtime passes', async () => {
    const tour = join(folder, 'tour')
    await build({
      ...browserBundle,
      entryPoints: { tour: join(import.meta.dirname, 'tour-page.ts') },
      outdir: tour,
    })
    writeFileSync(
      join(tour, 'index.html'),
      '<!doctype html><title>Tour</title><script type="module" src="tour.js"></script>',
    )
    const { page, problems } = await browser.open(`${served.url}tour/`)
    await waitFor(page, () => 'tourResults' in globalThis)
    const results = (await page.evaluate('tourResults')) as readonly string[]
    expect(results).toEqual(Object.keys(steps).map((name) => `ok ${name}`))
    expect(problems).toEqual([])
  })

  it('starts with the page, and sends no request but for its own files', async () => {
    const tab = await browser.open('about:blank')
    const requested: string[] = []
    tab.page.on('request', (request) => requested.push(request.url()))
    await tab.page.goto(served.url)
    await hasText(tab.page, '.screen .output', 'server started')
    await type(tab.page, 'get namespaces')
    await hasText(tab.page, '.screen .output', 'kube-system')
    expect(requested.filter((url) => !url.startsWith(served.url) && !url.startsWith('data:'))).toEqual([])
    const started = await tab.page.$eval('.screen .output', (line) => line.textContent)
    console.log(`playground: ${String(started)}`)
    expect(tab.problems).toEqual([])
  })

  it('shows the conflict of two managers', async () => {
    const tab = await open('#example=apply-conflict')
    await press(tab, 'Run all')
    await hasText(tab.page, '.screen .error', 'conflict with "team": .spec.replicas')
    await hasText(tab.page, '.screen .error', 'conflict with "autoscaler": .spec.replicas')
    await judge(tab, 'playground')
  })

  it('creates, and rejects what admission rejects', async () => {
    const tab = await open('#example=admission')
    await press(tab, 'Run all')
    await hasText(tab.page, '.screen .output', 'pod/web created')
    await hasText(tab.page, '.screen .error', 'maximum memory usage per Container is 256Mi')
  })

  it('serves the kind of a CRD', async () => {
    const tab = await open('#example=crd')
    await press(tab, 'Run all')
    await hasText(tab.page, '.screen .output', 'blog   Blog    1')
    await hasText(tab.page, '.screen .error', 'a blog has fewer than 50 pages')
  })

  it('evaluates CEL', async () => {
    const tab = await open('#example=cel')
    await press(tab, 'Run all')
    await hasText(tab.page, '.screen .error', 'at most 3 replicas, not 7')
  })

  it('signs a certificate with the key of the page', async () => {
    const tab = await open('#example=csr')
    await press(tab, 'Run all')
    await hasText(tab.page, '.screen .output', 'certificatesigningrequest.certificates.k8s.io/jane approved')
    await waitFor(tab.page, () => !(document.querySelector('.terminal form button') as HTMLButtonElement).disabled)
    await expect
      .poll(
        async () => {
          await type(tab.page, 'get csr jane')
          return tab.page.$$eval('.screen .output', (lines) => lines.at(-1)?.textContent)
        },
        { timeout: 30_000, interval: 500 },
      )
      .toContain('Approved,Issued')
    expect(tab.problems).toEqual([])
  })

  it('shares text and commands by a link, which runs nothing by itself', async () => {
    const tab = await open('#example=crd')
    await tab.page.$eval('#text', (area) => {
      const field = area as HTMLTextAreaElement
      field.value = '# file: mine.yaml\napiVersion: v1\nkind: ConfigMap\nmetadata: { name: shared }\n'
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    })
    await type(tab.page, 'create -f mine.yaml')
    await hasText(tab.page, '.screen .output', 'configmap/shared created')
    await press(tab, 'Share')
    await waitFor(tab.page, () => location.hash.startsWith('#s='))
    const other = await open(new URL(tab.page.url()).hash)
    await waitFor(other.page, () =>
      (document.querySelector('#text') as HTMLTextAreaElement).value.includes('mine.yaml'),
    )
    expect(await other.page.$$eval('.screen .command', (lines) => lines.length)).toBe(0)
    await press(other, 'create -f mine.yaml')
    await hasText(other.page, '.screen .output', 'configmap/shared created')
    expect([...tab.problems, ...other.problems]).toEqual([])
  })

  it('starts again empty, and works on a phone and in the dark', async () => {
    const tab = await open('#example=rbac', { width: 390, height: 800 })
    await tab.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }])
    await press(tab, 'Run all')
    await hasText(tab.page, '.screen .output', 'rolebinding.rbac.authorization.k8s.io/readers')
    expect(await tab.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await waitFor(tab.page, () => !(document.querySelector('.terminal form button') as HTMLButtonElement).disabled)
    await judge(tab, 'playground-phone')
    await press(tab, 'New server')
    await waitFor(tab.page, () => document.querySelectorAll('.screen .command').length === 0)
    await hasText(tab.page, '.screen .output', 'server started')
    await type(tab.page, 'get rolebindings')
    await hasText(tab.page, '.screen .output', 'No resources found')
  })
})

/** Types a command into the terminal, when it takes one. */
async function type(page: Tab, command: string): Promise<void> {
  await waitFor(page, () => !(document.querySelector('.terminal form button') as HTMLButtonElement).disabled)
  await page.type('.terminal input', command)
  await page.keyboard.press('Enter')
}
