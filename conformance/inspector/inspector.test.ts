import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundlePage, pageSizeBytes } from '../../scripts/bundler/bundle-page.mjs'
import { chromium, openBrowser, type OpenBrowser } from './open-browser.ts'
import { edit, go, hasText, judge, press, waitFor } from './page-actions.ts'
import { objectCount, startInspectedServer, type InspectedServer } from './start-inspected-server.ts'

let inspected: InspectedServer
let browser: OpenBrowser

if (chromium === undefined) console.log('conformance/inspector judged nothing: there is no Chromium')

describe.runIf(chromium !== undefined)('the inspector in a browser', { timeout: 300_000 }, () => {
  beforeAll(async () => {
    await bundlePage()
    ;[inspected, browser] = await Promise.all([startInspectedServer(), openBrowser()])
  }, 300_000)

  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]()
    await inspected?.[Symbol.asyncDispose]()
  })

  const open = async (
    user: 'root' | 'viewer' | 'outsider',
    route: string,
    size?: { width: number; height: number },
  ) => {
    const tab = await browser.open(inspected.link(user), size)
    await tab.page.waitForSelector('main h1, .sign-in')
    await go(tab, route)
    return tab
  }

  it('takes the token out of the address, and keeps it out of cookies', async () => {
    const { page } = await open('root', '#/kinds')
    expect(page.url()).not.toContain('token')
    expect(await page.evaluate(() => document.cookie)).toBe('')
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
  })

  it('asks for a token when it has none, and says why one is refused', async () => {
    const { page } = await browser.open(`${inspected.listening.url}/inspector/#token=wrong`)
    await hasText(page, '.sign-in', 'The server refused this')
    await page.type('#token', 'root-token')
    await page.click('.sign-in button')
    await hasText(page, 'main h1', 'Kinds')
  })

  it('lists the kinds with the number of their objects, and marks what is not built in', async () => {
    const tab = await open('root', '#/kinds')
    await hasText(tab.page, '.kinds', 'ConfigMap')
    await waitFor(
      tab.page,
      (count) => document.body.innerText.includes(count),
      (objectCount + 3).toLocaleString('en-US').slice(0, 4),
    )
    await tab.page.type('input[type=search]', 'deploy')
    await waitFor(tab.page, () => document.querySelectorAll('.kinds li').length === 1)
    await judge(tab, 'kinds')
  })

  it('shows 10,000 objects as the table of the server, with the rows in view only, and live', async () => {
    const tab = await open('root', '#/objects/-/v1/configmaps?namespace=default')
    await hasText(tab.page, '.status', 'live')
    expect(await tab.page.$$eval('.rows .row', (rows) => rows.length)).toBeLessThan(100)
    expect(await tab.page.$$eval('.rows .head span', (cells) => cells.map((cell) => cell.textContent))).toContain(
      'Data',
    )
    await tab.page.type('.filters input[type=search]', 'created-later')
    await hasText(tab.page, '.empty', 'no such objects')
    const client = inspected.server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
    await client.create({ metadata: { name: 'created-later' } })
    await hasText(tab.page, '.rows .row', 'created-later')
    await client.delete('created-later')
    await hasText(tab.page, '.empty', 'no such objects')
    await tab.page.$eval('.filters input[type=search]', (input) => (input as HTMLInputElement).select())
    await tab.page.keyboard.press('Backspace')
    await waitFor(tab.page, () => document.querySelectorAll('.rows .row').length > 5)
    await tab.page.focus('.rows')
    await tab.page.keyboard.press('End')
    await tab.page.keyboard.press('Enter')
    await hasText(tab.page, 'main h1', 'web-settings-copy')
    expect(tab.problems).toEqual([])
  })

  it('filters by selectors on the server', async () => {
    const tab = await open('root', '#/objects/-/v1/configmaps?namespace=default&fields=metadata.name%3Ditem-00042')
    await hasText(tab.page, '.status', '1 objects, live')
    await go(tab, '#/objects/-/v1/configmaps?labels=a%20b%20c')
    await hasText(tab.page, '.notice', 'unable to parse requirement')
  })

  it('colors the fields of an object by manager, and documents them', async () => {
    const tab = await open('root', '#/object/apps/v1/deployments/default/web')
    await hasText(tab.page, '.legend', 'gitops')
    await hasText(tab.page, '.legend', 'autoscaler')
    const colorOf = (key: string) =>
      tab.page.$$eval(
        '.line',
        (lines, text) => lines.find((line) => line.textContent?.trim().startsWith(text))?.className.match(/m\d/)?.[0],
        key,
      )
    expect(await colorOf('replicas:')).toBeDefined()
    expect(await colorOf('replicas:')).not.toBe(await colorOf('- name: web'))
    await tab.page.evaluate(() => {
      const line = [...document.querySelectorAll<HTMLElement>('.line')].find((one) =>
        one.innerText.trim().startsWith('replicas:'),
      )
      line?.click()
    })
    await hasText(tab.page, '.panel', 'How many pods should run')
    await hasText(tab.page, '.panel', 'autoscaler')
    await judge(tab, 'object')
  })

  it('previews an edit and a conflict before anything is saved', async () => {
    const tab = await open('root', '#/object/apps/v1/deployments/default/web?tab=edit')
    await tab.page.waitForSelector('#yaml')
    await edit(tab, (text) => text.replace('replicas: 3', 'replicas: -1'))
    await press(tab, 'Preview')
    await hasText(tab.page, '.failure', 'spec.replicas')
    await edit(tab, (text) => text.replace('replicas: -1', 'replicas: 5'))
    await press(tab, 'Preview')
    await hasText(tab.page, '.diff .added', 'replicas: 5')
    await tab.page.type('input[placeholder="leave empty to update"]', 'someone-else')
    await press(tab, 'Preview')
    await hasText(tab.page, '.failure', 'conflict')
    const client = inspected.server.client({ apiVersion: 'apps/v1', kind: 'Deployment' }).namespace('default')
    expect((await client.get('web')).spec?.replicas).toBe(3)
    await judge(tab, 'edit')
  })

  it('shows history, owners, conditions', async () => {
    const tab = await open('root', '#/object/apps/v1/deployments/default/web?tab=history')
    await hasText(tab.page, '.panel', '3 revisions')
    await hasText(tab.page, '.panel', 'autoscaler')
    await hasText(tab.page, '.panel', 'by system:')
    await hasText(tab.page, '.diff', 'NoPods')
    await judge(tab, 'history')
    await go(tab, '#/object/apps/v1/deployments/default/web?tab=owners')
    await hasText(tab.page, '.nodes', 'web-settings')
    await hasText(tab.page, '.nodes .nodes', 'web-settings-copy')
    await judge(tab, 'owners')
    await go(tab, '#/object/apps/v1/deployments/default/web?tab=conditions')
    await hasText(tab.page, '.timeline', 'Available')
    await go(tab, '#/object/apps/v1/deployments/default/web?tab=events')
    await hasText(tab.page, '.empty', 'No event')
  })

  it('hides the values of Secrets until asked', async () => {
    const tab = await open('root', '#/object/-/v1/secrets/default/login')
    await hasText(tab.page, '.lines', 'password: "••••')
    expect(await tab.page.content()).not.toContain('aHVudGVyMg==')
    await press(tab, 'Show values')
    await hasText(tab.page, '.lines', 'aHVudGVyMg==')
    await go(tab, '#/object/-/v1/secrets/default/login?tab=edit')
    await hasText(tab.page, 'main', 'hidden until you ask')
    expect(await tab.page.content()).not.toContain('aHVudGVyMg==')
  })

  it('shows requests as they arrive, and what one of them went through', async () => {
    const tab = await open('root', '#/requests')
    await tab.page.waitForSelector('.rows, .empty')
    await tab.page.type('.filters input[type=search]', 'only-for-the-log')
    await hasText(tab.page, '.empty', 'No request')
    await fetchAs(inspected, 'viewer', '/api/v1/namespaces/default/secrets/only-for-the-log')
    await hasText(tab.page, '.rows .row', '403')
    await judge(tab, 'requests')
    await tab.page.focus('.rows')
    await tab.page.keyboard.press('ArrowDown')
    await tab.page.keyboard.press('Enter')
    await hasText(tab.page, '.pipeline', 'RBAC would need this rule')
    await hasText(tab.page, '.pipeline', 'viewers')
    await hasText(tab.page, '.code', 'curl -k -X GET')
    await press(tab, 'kubectl')
    await hasText(tab.page, '.code', 'kubectl get secrets only-for-the-log -n default -o yaml')
    await judge(tab, 'request')
  })

  it('shows who may do what and why, and unused rules', async () => {
    const tab = await open('root', '#/access?user=viewer&groups=viewers')
    await tab.page.waitForSelector('button[aria-label="list configmaps: allowed"]')
    await tab.page.click('button[aria-label="list configmaps: allowed"]')
    await hasText(tab.page, '.why', 'by ClusterRole view, bound by ClusterRoleBinding viewers')
    await tab.page.waitForSelector('button[aria-label="list secrets: not allowed"]')
    await hasText(tab.page, 'table.wide', 'reporter')
    await hasText(tab.page, 'table.wide', 'unused')
    await judge(tab, 'access')
  })

  it('shows watches, caches and flow control', async () => {
    const watching = await open('root', '#/objects/-/v1/configmaps?namespace=default')
    await hasText(watching.page, '.status', 'live')
    const tab = await open('root', '#/watches')
    await hasText(tab.page, 'main', 'Open watches')
    await hasText(tab.page, 'main', 'configmaps')
    await hasText(tab.page, 'main', 'PriorityLevelName')
    await judge(tab, 'watches')
  })

  it('acts with the permissions of its user', async () => {
    const viewer = await open('viewer', '#/objects/-/v1/secrets')
    await hasText(viewer.page, '.failure', 'You may not see this')
    await go(viewer, '#/requests')
    await hasText(viewer.page, '.failure', 'cannot get path')
    await go(viewer, '#/objects/-/v1/configmaps?namespace=default')
    await hasText(viewer.page, '.status', 'live')
    const outsider = await open('outsider', '#/objects/-/v1/configmaps')
    await hasText(outsider.page, '.failure', 'You may not see this')
    expect([...viewer.problems, ...outsider.problems]).toEqual([])
  })

  it('works in the dark and on a phone', async () => {
    const dark = await open('root', '#/kinds')
    await dark.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }])
    await go(dark, '#/object/apps/v1/deployments/default/web')
    await hasText(dark.page, '.legend', 'gitops')
    await judge(dark, 'object-dark')
    const phone = await open('root', '#/kinds', { width: 390, height: 800 })
    for (const route of ['#/kinds', '#/requests', '#/access?user=viewer', '#/object/apps/v1/deployments/default/web']) {
      await go(phone, route)
      await phone.page.waitForSelector('main h1')
      const overflow = await phone.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect([route, overflow]).toEqual([route, 0])
    }
    await judge(phone, 'phone')
  })

  it('is small, and paints and types quickly: figures, which a busy machine changes', async () => {
    expect(pageSizeBytes()).toBeLessThan(150_000)
    const tab = await open('root', '#/objects/-/v1/configmaps?namespace=default')
    await hasText(tab.page, '.status', 'live')
    const paintMs = await tab.page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime)
    await tab.page.evaluate(() => {
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
      })
      let longest = 0
      observer.observe({ type: 'longtask' })
      Object.assign(window, { longestTaskMs: () => longest })
    })
    await tab.page.type('.filters input[type=search]', 'item-0999')
    await hasText(tab.page, '.status', '10 objects')
    const longestMs = await tab.page.evaluate('longestTaskMs()')
    console.log(
      `inspector: ${pageSizeBytes()} bytes gzip, first paint ${Math.round(Number(paintMs))} ms, longest task while typing over ${objectCount} live rows ${String(longestMs)} ms`,
    )
  })
})

async function fetchAs({ server }: InspectedServer, user: string, path: string): Promise<number> {
  const headers = { authorization: `Bearer ${user}-token` }
  return (await server.fetch(new Request(`http://server${path}`, { headers }))).status
}
