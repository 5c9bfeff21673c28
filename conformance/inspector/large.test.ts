import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundlePage } from '../../scripts/bundler/bundle-page.mjs'
import { chromium, openBrowser, type OpenBrowser } from './open-browser.ts'
import { go, hasText, waitFor, type Tab } from './page-actions.ts'
import { startInspectedServer, type InspectedServer } from './start-inspected-server.ts'

/** The budget: milliseconds until the page shows something, and of the longest task while someone types. */
const budget = { firstPaintMs: 1000, taskMs: 50 }
/** A busy machine makes every figure longer; one of these attempts has to keep the budget. */
const attempts = 4

let browser: OpenBrowser

if (chromium === undefined) console.log('conformance/inspector judged nothing: there is no Chromium')

describe.runIf(chromium !== undefined)('the inspector with many objects', { timeout: 600_000 }, () => {
  beforeAll(async () => {
    await bundlePage()
    browser = await openBrowser()
  }, 300_000)

  afterAll(() => browser?.[Symbol.asyncDispose]())

  it('has 100,000 rows, of which only those in view are in the document', async () => {
    const count = 100_000
    await using inspected = await startInspectedServer({ objects: count })
    const tab = await browser.open(inspected.link('root'))
    const { page } = tab
    await page.waitForSelector('main h1')
    await go(tab, '#/objects/-/v1/configmaps?namespace=default')
    await page.waitForFunction(() => document.querySelector('.status')?.textContent?.endsWith('live') === true, {
      polling: 250,
      timeout: 240_000,
    })
    const shown = Number(
      (await page.$eval('.status', (one) => one.textContent?.split(' ')[0] ?? '')).replaceAll(',', ''),
    )
    expect(shown).toBeGreaterThanOrEqual(count)
    const inDocument = (): Promise<number> => page.$$eval('.rows .row', (rows) => rows.length)
    expect(await inDocument()).toBeLessThan(100)
    await page.focus('.rows')
    await page.keyboard.press('End')
    await hasText(page, '.rows .row.current', 'web-settings')
    await page.evaluate(() => document.querySelector('.rows')?.scrollTo(0, 50_000 * 34))
    await hasText(page, '.rows .row', 'item-50000')
    expect(await inDocument()).toBeLessThan(100)
    await page.type('.filters input[type=search]', 'item-99999')
    await hasText(page, '.status', '1 objects')
    const client = inspected.server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
    await client.delete('item-99999')
    await hasText(page, '.empty', 'no such objects')
    expect(tab.problems).toEqual([])
  })

  it('keeps its budget: paints at once, and never blocks typing over 10,000 rows that change', async () => {
    await using inspected = await startInspectedServer()
    const measured: { readonly firstPaintMs: number; readonly taskMs: number; readonly writes: number }[] = []
    const isKept = ({ firstPaintMs, taskMs }: (typeof measured)[number]): boolean =>
      firstPaintMs < budget.firstPaintMs && taskMs <= budget.taskMs
    while (measured.length < attempts && !measured.some(isKept)) measured.push(await measure(inspected))
    for (const { firstPaintMs, taskMs, writes } of measured) {
      console.log(
        `inspector under load: first paint ${firstPaintMs} ms, longest task while typing over 10,000 rows ${taskMs === 0 ? 'under 50' : taskMs} ms, ${writes} writes meanwhile`,
      )
    }
    expect(measured.filter(isKept)).not.toEqual([])
  })
})

/** Types a filter while objects of the collection are written. */
async function measure(inspected: InspectedServer) {
  const { page } = await browser.open(inspected.link('root'))
  await page.waitForSelector('main h1')
  const firstPaintMs = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
  )
  await page.evaluate(() => (location.hash = '#/objects/-/v1/configmaps?namespace=default'))
  await hasText(page, '.status', 'live')
  const stopping = new AbortController()
  const writing = write(inspected, stopping.signal)
  await watchTasks(page)
  for (const text of ['item-0', '999', '9']) {
    await page.type('.filters input[type=search]', text, { delay: 60 })
    await waitFor(page, () => document.querySelectorAll('.rows .row').length > 0)
  }
  const taskMs = Number(await page.evaluate('longestTaskMs()'))
  stopping.abort()
  const writes = await writing
  await page.close()
  return { firstPaintMs: Math.round(firstPaintMs), taskMs, writes }
}

/** Changes an object every ten milliseconds; the number of changes. */
async function write({ server }: InspectedServer, signal: AbortSignal): Promise<number> {
  const client = server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
  let writes = 0
  while (!signal.aborted) {
    const name = `item-${String((writes * 37) % 10_000).padStart(5, '0')}`
    await client.patch(name, { data: { turn: String(writes++) } })
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return writes
}

/** Records the longest task from now on; browsers report those of at least 50 ms. */
async function watchTasks(page: Tab): Promise<void> {
  await page.evaluate(() => {
    let longest = 0
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
    })
    observer.observe({ type: 'longtask' })
    Object.assign(window, { longestTaskMs: () => longest })
  })
}
