import { createFakeClock, createTestServer } from '@pinnace/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromium } from './open-browser.ts'
import { go, hasText, press } from './page-actions.ts'
import { openViewedServer, type ViewedServer } from './viewer-tab.ts'

let viewed: ViewedServer

if (chromium === undefined) console.log('conformance/inspector judged nothing: there is no Chromium')

describe.runIf(chromium !== undefined)('what a viewer sees of a test server under load', { timeout: 600_000 }, () => {
  const clock = createFakeClock('2030-01-01T00:00:00Z')

  beforeAll(async () => {
    viewed = await openViewedServer({
      create: (options) => createTestServer({ ...options, clock, authorization: ['RBAC'] }),
    })
  }, 600_000)

  afterAll(() => viewed?.[Symbol.asyncDispose]())

  it('Time: shows the clock, timers and faults as they change, and refuses to change them', async () => {
    clock.after(45_000, () => {})
    await viewed.look('auditor', '#/kinds', async (tab) => {
      const { page } = tab
      await hasText(page, 'nav a', 'Time')
      await go(tab, '#/time')
      await hasText(page, '.clock', '2030-01-01 00:00:00.000Z')
      await hasText(page, '.timers', '2030-01-01T00:00:45.000Z')
      await clock.advance(1000)
      await hasText(page, '.clock', '2030-01-01 00:00:01.000Z')
      for (const button of ['+ 1 min', 'Fork the server']) {
        await press(tab, button)
        await hasText(page, '.failure', 'You may not do this')
        await hasText(page, '.failure', 'forbidden: User "auditor" cannot post path "/inspector/api/time/')
      }
      expect(clock.now()).toBe(Date.parse('2030-01-01T00:00:01Z'))
    })
  })

  it('Time: refuses a user without the role', async () => {
    await viewed.look('viewer', '#/time', async ({ page }) => {
      await hasText(page, '.failure', 'forbidden: User "viewer" cannot get path "/inspector/api/time"')
      expect(await page.$$eval('nav a', (links) => links.map((link) => link.textContent))).not.toContain('Time')
    })
  })
})
