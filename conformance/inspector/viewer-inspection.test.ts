import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromium } from './open-browser.ts'
import { hasText, waitFor } from './page-actions.ts'
import { objectCount, secretValue } from './start-inspected-server.ts'
import { openViewedServer, type ViewedServer } from './viewer-tab.ts'

let viewed: ViewedServer

if (chromium === undefined) console.log('conformance/inspector judged nothing: there is no Chromium')

describe.runIf(chromium !== undefined)('what a viewer sees of requests under load', { timeout: 600_000 }, () => {
  beforeAll(async () => {
    viewed = await openViewedServer()
  }, 600_000)

  afterAll(() => viewed?.[Symbol.asyncDispose]())

  it('refuses every page of its own to a user without the role, with the reason', async () => {
    const refused = {
      '#/requests': 'requests',
      '#/requests/1': 'requests/1',
      '#/access': 'used-rules',
      '#/access?user=root': 'access',
      '#/watches': 'watches',
      '#/time': 'time',
    }
    for (const [route, path] of Object.entries(refused)) {
      await viewed.look('viewer', route, async ({ page }) => {
        await hasText(page, '.failure', 'You may not see this')
        await hasText(page, '.failure', `forbidden: User "viewer" cannot get path "/inspector/api/${path}"`)
        expect(await page.$('.rows .row, .pipeline, table')).toBeNull()
      })
    }
  })

  it('Requests: rows arrive while one looks, those of the process on request', async () => {
    await viewed.look('auditor', '#/requests', async ({ page }) => {
      await hasText(page, '.status', 'live')
      await page.type('.filters input[type=search]', 'asked-while-looking')
      await hasText(page, '.empty', 'No request')
      expect(await send('viewer', '/api/v1/namespaces/default/configmaps/asked-while-looking')).toBe(404)
      await hasText(page, '.rows .row', '404')
      await hasText(page, '.rows .row', 'viewer')
      await page.$eval('.filters input[type=search]', (input) => (input as HTMLInputElement).select())
      await page.keyboard.press('Backspace')
      await page.click('.filters .check input')
      await hasText(page, '.rows .row', 'patch')
      const newest = await page.$eval('.rows .row', (row) => row.textContent)
      await waitFor(page, (text) => document.querySelector('.rows .row')?.textContent !== text, newest)
      expect(await page.$$eval('.rows .row', (rows) => rows.length)).toBeLessThan(100)
    })
  })

  it('Requests: one request with its decision, its plugins and its revision; the body of a Secret is not recorded', async () => {
    const map = { metadata: { name: 'sent-by-root' }, data: { color: 'green' } }
    expect(await send('root', '/api/v1/namespaces/default/configmaps', map)).toBe(201)
    await openNewest('configmaps', async (page) => {
      await hasText(page, '.pipeline', 'root by bearer token')
      await hasText(page, '.pipeline', 'allow')
      await hasText(page, '.pipeline', 'Committed at revision')
      await hasText(page, '.code', 'green')
    })
    const secret = { metadata: { name: 'sent-too' }, stringData: { password: secretValue } }
    expect(await send('root', '/api/v1/namespaces/default/secrets', secret)).toBe(201)
    await openNewest('secrets', async (page) => {
      await hasText(page, '.notice', 'The body may contain secrets and is never recorded')
      await hasText(page, '.pipeline', 'Committed at revision')
    })
  })

  it('Requests: says that the log has forgotten a request', async () => {
    await viewed.look('auditor', '#/requests/1', async ({ page }) => {
      await hasText(page, '.empty', 'The log has no request 1')
    })
  })

  it('Access: who may do what by which role; unused rules only for those who may list roles', async () => {
    await viewed.look('auditor', '#/access?user=viewer&groups=viewers', async ({ page }) => {
      const cell = (verb: string, resource: string, is: string) => `button[aria-label="${verb} ${resource}: ${is}"]`
      await page.waitForSelector(cell('list', 'configmaps', 'allowed'))
      await page.click(cell('list', 'configmaps', 'allowed'))
      await hasText(page, '.why', 'by ClusterRole view, bound by ClusterRoleBinding viewers')
      await page.click(cell('list', 'secrets', 'not allowed'))
      await hasText(page, '.why', 'no rule of a role that is bound to this user allows it')
      await page.waitForSelector(cell('update', 'deployments.apps', 'not allowed'))
      await hasText(page, '.notice', 'you may not list clusterrolebindings, clusterroles, rolebindings, roles')
      await hasText(page, 'table.wide', 'ClusterRole view')
      expect(await page.$$eval('table.wide', ([table]) => table?.textContent)).not.toContain('unused')
    })
  })

  it('Watches: who watches what, with figures that change', async () => {
    await viewed.look('auditor', '#/watches', async ({ page }) => {
      await hasText(page, '.figures', 'open watches')
      const stopping = new AbortController()
      const url = '/api/v1/namespaces/default/configmaps?watch=true'
      const headers = { authorization: 'Bearer viewer-token' }
      const request = new Request(`http://server${url}`, { headers, signal: stopping.signal })
      const watching = drain(await viewed.inspected.server.fetch(request), stopping.signal)
      await hasText(page, '[aria-label="Open watches"] tr', 'viewer')
      const events = await page.$eval('[aria-label="Open watches"] td:nth-child(5)', (cell) => Number(cell.textContent))
      await waitFor(
        page,
        (before) => Number(document.querySelector('[aria-label="Open watches"] td:nth-child(5)')?.textContent) > before,
        events,
      )
      await hasText(page, '[aria-label="Watch caches"] tr', (objectCount + 4).toLocaleString('en-US').slice(0, 4))
      await hasText(page, '.times', 'patch')
      stopping.abort()
      await watching
      await waitFor(page, () => document.querySelector('[aria-label="Open watches"]') === null)
    })
  })

  it('Time: is not offered, and says why', async () => {
    await viewed.look('auditor', '#/time', async ({ page }) => {
      await hasText(page, '.empty', 'Only a test server')
      expect(await page.$$eval('nav a', (links) => links.map((link) => link.textContent))).not.toContain('Time')
    })
  })

  it('a violation of the policy fails these tests', async () => {
    const blocked = viewed.look('viewer', '#/kinds', async ({ page, problems }) => {
      await hasText(page, 'main h1', 'Kinds')
      await page.evaluate(() => {
        const script = document.createElement('script')
        script.text = 'document.title = "not allowed"'
        document.body.append(script)
      })
      await expect.poll(() => problems.join()).toContain('Content Security Policy')
      expect(await page.title()).not.toBe('not allowed')
    })
    await expect(blocked).rejects.toThrow()
  })

  async function openNewest(resource: string, look: (page: Parameters<typeof hasText>[0]) => Promise<void>) {
    const headers = { authorization: 'Bearer auditor-token' }
    const reply = await viewed.inspected.server.fetch(new Request('http://server/inspector/api/requests', { headers }))
    const text = await reply.text()
    expect(text).not.toContain(secretValue)
    const { requests } = JSON.parse(text) as { requests: readonly { number: number; resource: string; verb: string }[] }
    const { number = 0 } = requests.find((one) => one.resource === resource && one.verb === 'create') ?? {}
    await viewed.look('auditor', `#/requests/${number}`, ({ page }) => look(page))
  }

  async function send(user: string, path: string, body?: object): Promise<number> {
    const headers = { authorization: `Bearer ${user}-token`, 'content-type': 'application/json' }
    const init = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) }
    return (await viewed.inspected.server.fetch(new Request(`http://server${path}`, init))).status
  }
})

/** Reads an answer until it is aborted. */
async function drain(reply: Response, signal: AbortSignal): Promise<void> {
  const reader = reply.body?.getReader()
  signal.addEventListener('abort', () => void reader?.cancel().catch(() => {}))
  while ((await reader?.read().catch(() => ({ done: true })))?.done === false);
}
