import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundlePage } from '../../scripts/bundler/bundle-page.mjs'
import { chromium, openBrowser, type OpenBrowser } from './open-browser.ts'
import { firstPaintOf, longestOf, measureTasks, typeNames } from './measure-tasks.ts'
import { go, hasText } from './page-actions.ts'
import { startInspectedServer, type InspectedServer } from './start-inspected-server.ts'
import { budget } from './budget.ts'
import { writeObjects } from './write-objects.ts'

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
    const { firstPaint, typing, writes } = await measure(inspected)
    console.log(
      `inspector under load: first paint ${text(firstPaint)}, longest task while typing over 10,000 rows ${text(typing)}, ${writes} writes meanwhile`,
    )
    expect(firstPaint.cpuMs).toBeLessThan(budget.firstPaintMs)
    expect(typing.cpuMs).toBeLessThanOrEqual(budget.taskMs)
    expect(writes).toBeGreaterThan(10)
  })
})

function text({ cpuMs, wallMs }: { readonly cpuMs: number; readonly wallMs: number }): string {
  return `${cpuMs.toFixed(1)} ms of the processor (${wallMs.toFixed(1)} ms on the wall)`
}

/** Opens the page, and types a filter, while objects of the collection are written. */
async function measure(inspected: InspectedServer) {
  await using running = writeObjects(inspected)
  const { page } = await browser.open('about:blank')
  const firstPaint = firstPaintOf(
    await measureTasks(page, async () => {
      await page.goto(inspected.link('root'))
      await page.waitForSelector('main h1')
    }),
  )
  const wallMs = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
  )
  await page.evaluate(() => (location.hash = '#/objects/-/v1/configmaps?namespace=default'))
  await hasText(page, '.status', 'live')
  const before = running.count()
  const typing = longestOf(await measureTasks(page, () => typeNames(page)))
  return { firstPaint: { cpuMs: firstPaint, wallMs }, typing, writes: running.count() - before }
}
