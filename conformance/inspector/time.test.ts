import { createFakeClock, createTestServer, type OpenInspector, type TestServer } from '@pinnace/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundlePage } from '../../scripts/bundler/bundle-page.mjs'
import { chromium, openBrowser, type OpenBrowser } from './open-browser.ts'
import { go, hasText, judge, press, waitFor, type Tab } from './page-actions.ts'

const maps = (server: TestServer) => server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')

let browser: OpenBrowser

if (chromium === undefined) console.log('conformance/inspector judged nothing: there is no Chromium')

describe.runIf(chromium !== undefined)('the page Time in a browser', { timeout: 300_000 }, () => {
  beforeAll(async () => {
    await bundlePage()
    browser = await openBrowser()
  }, 300_000)

  afterAll(() => browser?.[Symbol.asyncDispose]())

  const open = async (inspector: OpenInspector) => {
    const tab = await browser.open(inspector.url)
    await tab.page.waitForSelector('main h1')
    await go(tab, '#/time')
    await hasText(tab.page, 'h2', 'Forks')
    return tab
  }

  it('advances the clock, shows timers, and lets the test continue', async () => {
    const clock = createFakeClock('2030-01-01T00:00:00Z')
    await using server = await createTestServer({ clock })
    const inspector = await server.inspector()
    const due: string[] = []
    clock.after(45_000, () => due.push('first'))
    clock.after(7_200_000, () => due.push('second'))
    const tab = await open(inspector)
    await hasText(tab.page, '.clock', '2030-01-01 00:00:00.000Z')
    await hasText(tab.page, '.timers', '2030-01-01T02:00:00.000Z')
    await press(tab, '+ 1 min')
    await hasText(tab.page, '.clock', '2030-01-01 00:01:00.000Z')
    expect(due).toEqual(['first'])
    await press(tab, '+ 1 d')
    await hasText(tab.page, '.clock', '2030-01-02 00:01:00.000Z')
    expect(due).toEqual(['first', 'second'])
    await judge(tab, 'time')
    await press(tab, 'Continue the test')
    await inspector.resumed
    await waitFor(tab.page, () => !document.body.innerText.includes('Continue the test'))
  })

  it('switches faults on and off, and shows those of the test', async () => {
    await using server = await createTestServer()
    server.faults.add({ match: { name: 'web' }, do: { type: 'hang' } })
    const tab = await open(await server.inspector())
    await hasText(tab.page, 'main', 'Faults of the test')
    await toggle(tab.page, 'Server is unavailable')
    await hasText(tab.page, '.switch.on', 'not yet')
    await expect(maps(server).list()).rejects.toMatchObject({ code: 503 })
    await hasText(tab.page, '.switch.on', 'happened once')
    await judge(tab, 'faults')
    await toggle(tab.page, 'Server is unavailable')
    await waitFor(tab.page, () => document.querySelector('.switch.on') === null)
    expect((await maps(server).list()).items).toEqual([])
    await press(tab, 'Remove')
    await waitFor(tab.page, () => !document.body.innerText.includes('Faults of the test'))
  })

  it('forks the server, and compares two forks side by side', async () => {
    await using server = await createTestServer()
    await maps(server).create({ metadata: { name: 'paint' }, data: { color: 'blue', size: 'large' } })
    const tab = await open(await server.inspector())
    await press(tab, 'Fork the server')
    await hasText(tab.page, '.nodes', 'fork-1')
    await maps(server).patch('paint', { data: { color: 'red' } })
    await press(tab, 'Fork the server')
    await hasText(tab.page, '.nodes', 'fork-2')
    await tab.page.select('form:last-of-type label:nth-child(2) select', 'fork-2')
    await press(tab, 'Compare')
    await hasText(tab.page, '.differences', '1 objects differ')
    await hasText(tab.page, '.differences .split > :first-child .removed', 'color: blue')
    await hasText(tab.page, '.differences .split > :last-child .added', 'color: red')
    await tab.page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await judge(tab, 'forks')
    await press(tab, 'Restore')
    await waitFor(tab.page, () => !document.body.innerText.includes('loading'))
    await expect.poll(async () => (await maps(server).get('paint')).data?.['color']).toBe('blue')
  })

  it('is not offered for a server that is not of a test', async () => {
    const { startInspectedServer } = await import('./start-inspected-server.ts')
    await using inspected = await startInspectedServer({ objects: 10 })
    const tab = await browser.open(inspected.link('root'))
    await tab.page.waitForSelector('main h1')
    expect(await tab.page.$$eval('nav a', (links) => links.map((link) => link.textContent))).toEqual([
      'Kinds',
      'Requests',
      'Access',
      'Watches',
    ])
  })
})

async function toggle(page: Tab, title: string): Promise<void> {
  await page.evaluate((text) => {
    const label = [...document.querySelectorAll<HTMLElement>('.switch')].find((one) => one.innerText.includes(text))
    label?.querySelector('input')?.click()
  }, title)
}
