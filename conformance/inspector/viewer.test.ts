import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromium } from './open-browser.ts'
import { edit, hasText, press, waitFor } from './page-actions.ts'
import { objectCount, secretValue } from './start-inspected-server.ts'
import { openViewedServer, type ViewedServer } from './viewer-tab.ts'

let viewed: ViewedServer

if (chromium === undefined) console.log('conformance/inspector judged nothing: there is no Chromium')

/** `view`, and nothing else: a binding to it is all that someone needs to open the page. */
const user = 'viewer'

describe.runIf(chromium !== undefined)('what a viewer sees of 10,000 objects under load', { timeout: 600_000 }, () => {
  beforeAll(async () => {
    viewed = await openViewedServer()
  }, 600_000)

  afterAll(() => viewed?.[Symbol.asyncDispose]())

  it('Kinds: counts what the user may list, and says what that is not', async () => {
    await viewed.look(user, '#/kinds', async ({ page }) => {
      await hasText(page, '.user', 'viewer')
      const line = (kind: string) => `.kinds li:has(a[href*="/${kind}"])`
      // The root configuration maps of namespaces and of the deployment are among them.
      await hasText(page, `${line('configmaps')} .count`, objectCount.toLocaleString('en-US').slice(0, 4))
      await hasText(page, `${line('secrets')} .count`, '–')
      await hasText(page, `${line('nodes')} .count`, '–')
      await hasText(page, 'main', 'those that you may not list')
      expect(await page.$eval(`${line('secrets')} .count`, (count) => count.getAttribute('title'))).toBe(
        'You may not list these objects.',
      )
      expect(await page.$$eval('nav a', (links) => links.map((link) => link.textContent))).toEqual([
        'Kinds',
        'Requests',
        'Access',
        'Watches',
      ])
    })
  })

  it('Objects: rows in view only, and they change while one looks', async () => {
    await viewed.look(user, '#/objects/-/v1/configmaps?namespace=default', async ({ page }) => {
      await hasText(page, '.status', `${(objectCount + 2).toLocaleString('en-US')} objects, live`)
      expect(await page.$$eval('.rows .row', (rows) => rows.length)).toBeLessThan(100)
      await page.type('.filters input[type=search]', 'made-while-looking')
      await hasText(page, '.empty', 'no such objects')
      const client = viewed.inspected.server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
      await client.create({ metadata: { name: 'made-while-looking' } })
      await hasText(page, '.rows .row', 'made-while-looking')
      expect(await cells(page)).toEqual(['default', 'made-while-looking', '0'])
      await client.patch('made-while-looking', { data: { a: 'b', c: 'd' } })
      await waitFor(page, () => document.querySelector('.rows .row [role=cell]:nth-child(3)')?.textContent === '2')
      await client.delete('made-while-looking')
      await hasText(page, '.empty', 'no such objects')
    })
  })

  it('Objects: refuses kinds that the role does not list, with the reason of the server', async () => {
    await viewed.look(user, '#/objects/-/v1/secrets', async ({ page }) => {
      await hasText(page, '.failure', 'You may not see this')
      await hasText(
        page,
        '.failure',
        'secrets is forbidden: User "viewer" cannot list resource "secrets" in API group "" at the cluster scope',
      )
      expect(await page.$$eval('.rows .row', (rows) => rows.length)).toBe(0)
    })
  })

  it('Object: fields with their managers and documentation', async () => {
    await viewed.look(user, '#/object/apps/v1/deployments/default/web', async ({ page }) => {
      for (const manager of ['gitops', 'autoscaler', 'deployer']) await hasText(page, '.legend', manager)
      await hasText(page, '.panel', 'you may not read /inspector/api/defaults')
      const title = await page.evaluate(() => {
        const lines = [...document.querySelectorAll<HTMLElement>('.line')]
        const replicas = lines.find((line) => line.innerText.trim() === 'replicas: 3')
        replicas?.click()
        return replicas?.title
      })
      expect(title).toMatch(/^autoscaler: Update of apps\/v1, \d{4}-/)
      await hasText(page, '.panel', 'How many pods should run')
      // Without the role of the inspector, the defaults are those of OpenAPI, which names few of them.
      expect(await page.$$eval('.line em', (marks) => marks.length)).toBe(0)
    })
  })

  it('Object: fields with their defaults, for a user with the role of the inspector', async () => {
    await viewed.look('auditor', '#/object/apps/v1/deployments/default/web', async ({ page }) => {
      await hasText(page, '.line em', 'default')
      const marked = await page.$$eval('.line:has(em)', (lines) => lines.map((line) => line.textContent?.trim()))
      expect(marked).toContain('dnsPolicy: ClusterFirst default')
      expect(marked).toContain('revisionHistoryLimit: 10 default')
      expect(marked.join()).not.toContain('replicas: 3')
    })
  })

  it('Object: refuses an edit before anything is stored', async () => {
    await viewed.look(user, '#/object/apps/v1/deployments/default/web?tab=edit', async (tab) => {
      await tab.page.waitForSelector('#yaml')
      await edit(tab, (text) => text.replace('replicas: 3', 'replicas: 5'))
      await press(tab, 'Preview')
      await hasText(tab.page, '.failure', 'You may not do this')
      await hasText(tab.page, '.failure', 'deployments.apps "web" is forbidden: User "viewer" cannot update resource')
      expect(await tab.page.$eval('.editor .primary', (save) => save.hasAttribute('disabled'))).toBe(true)
      await tab.page.type('.editor .filters input', 'someone')
      await press(tab, 'Preview')
      await hasText(tab.page, '.failure', 'User "viewer" cannot patch resource')
      const client = viewed.inspected.server.client({ apiVersion: 'apps/v1', kind: 'Deployment' }).namespace('default')
      expect((await client.get('web')).spec?.replicas).toBe(3)
    })
  })

  it('Object: its history without the users of the writes, and the difference of any two revisions', async () => {
    await viewed.look(user, '#/object/apps/v1/deployments/default/web?tab=history', async ({ page }) => {
      await hasText(page, '.panel', '3 revisions')
      await hasText(page, '.notice', 'You may not see the users of the revisions')
      await hasText(page, '.diff .added', 'NoPods')
      expect(await page.$eval('.panel', (panel) => panel.textContent)).not.toContain('in request')
      const oldest = await page.$$('input[name=before]')
      const older = await page.$$('input[name=after]')
      await oldest.at(-1)?.click()
      await older.at(-2)?.click()
      await hasText(page, '.diff .removed', 'replicas: 2')
      await hasText(page, '.diff .added', 'replicas: 3')
    })
  })

  it('Object: the history of one that is written all the time', async () => {
    await viewed.look(user, '#/object/-/v1/configmaps/default/item-00037?tab=history', async ({ page }) => {
      await hasText(page, '.panel', 'revisions')
      await hasText(page, '.diff .added', 'turn:')
    })
  })

  it('Object: owners and dependents, and the kinds that could not be searched', async () => {
    await viewed.look(user, '#/object/-/v1/configmaps/default/web-settings?tab=owners', async ({ page }) => {
      await hasText(page, '.nodes a', 'Deployment web')
      await hasText(page, '.nodes a', 'ConfigMap web-settings-copy')
      await hasText(page, '.graph', 'It has no finalizers')
      await hasText(page, '.graph', 'Not searched, since you may not list them')
      await hasText(page, '.graph', 'secrets')
    })
  })

  it('Object: why one that was deleted is still there', async () => {
    const { server } = viewed.inspected
    const client = server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
    const { metadata } = await client.create({ metadata: { name: 'leaving', finalizers: ['example.dev/wait'] } })
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'leaving', uid: metadata.uid, blockOwnerDeletion: true }
    await client.create({ metadata: { name: 'staying', ownerReferences: [owner] } })
    await client.delete('leaving', { propagationPolicy: 'Foreground' })
    await viewed.look(user, '#/object/-/v1/configmaps/default/leaving?tab=owners', async ({ page }) => {
      await hasText(page, '.failure', 'Being deleted')
      await hasText(page, '.failure', 'example.dev/wait')
      await hasText(page, '.failure', 'blocked by ConfigMap default/staying')
    })
  })

  it('Object: events, conditions, and what does not exist', async () => {
    const { server } = viewed.inspected
    const web = await server.client({ apiVersion: 'apps/v1', kind: 'Deployment' }).namespace('default').get('web')
    const events = server.client({ apiVersion: 'v1', kind: 'Event' }).namespace('default')
    const { name, uid } = web.metadata
    await events.create({
      metadata: { name: 'web.1' },
      involvedObject: { apiVersion: 'apps/v1', kind: 'Deployment', name, namespace: 'default', uid },
      type: 'Warning',
      reason: 'TooSlow',
      message: 'it takes long',
      lastTimestamp: '2026-01-02T03:04:05Z',
    })
    await viewed.look(user, '#/object/apps/v1/deployments/default/web?tab=events', async ({ page }) => {
      await hasText(page, 'table.wide .bad', 'Warning')
      await hasText(page, 'table.wide', 'it takes long')
    })
    await viewed.look(user, '#/object/apps/v1/deployments/default/web?tab=conditions', async ({ page }) => {
      await hasText(page, '.timeline .off', 'Available')
      await hasText(page, '.timeline', 'no pod runs')
    })
    await viewed.look(user, '#/object/-/v1/configmaps/default/nothing', async ({ page }) => {
      await hasText(page, '.failure', 'configmaps "nothing" not found')
    })
  })

  it('Object: refuses a Secret', async () => {
    await viewed.look(user, '#/object/-/v1/secrets/default/login', async ({ page }) => {
      await hasText(page, '.failure', 'secrets "login" is forbidden: User "viewer" cannot get resource "secrets"')
      expect(await page.$('.lines')).toBeNull()
      expect(await page.content()).not.toContain(secretValue)
    })
  })
})

function cells(page: Parameters<typeof hasText>[0]): Promise<readonly string[]> {
  return page.$$eval('.rows .row [role=cell]', (all) => all.slice(0, 3).map((cell) => cell.textContent ?? ''))
}
