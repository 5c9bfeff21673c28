import { expect } from 'vitest'
import { bundlePage } from '../../scripts/bundler/bundle-page.mjs'
import { openBrowser, type InspectorTab, type OpenBrowser } from './open-browser.ts'
import { go, judgePage } from './page-actions.ts'
import {
  secretValue,
  startInspectedServer,
  type InspectedServer,
  type InspectedServerOptions,
  type InspectedUser,
} from './start-inspected-server.ts'
import { writeObjects, type RunningWrites } from './write-objects.ts'

/** A server under load, and a browser for users who may view. */
export interface ViewedServer extends AsyncDisposable {
  readonly inspected: InspectedServer
  readonly writes: RunningWrites
  /** Opens a page of the inspector as a user, calls `look`, and fails for errors of the page and for a secret in it. */
  look(user: InspectedUser, route: string, look: (tab: InspectorTab) => Promise<void>): Promise<void>
}

/** Starts a server with 10,000 objects that change all the time, and a browser. */
export async function openViewedServer(options: InspectedServerOptions = {}): Promise<ViewedServer> {
  await bundlePage()
  const [inspected, browser] = await Promise.all([startInspectedServer(options), openBrowser()])
  const writes = writeObjects(inspected)
  return {
    inspected,
    writes,
    look: (user, route, look) => lookAs(browser, inspected.link(user), { writes, route, look }),
    async [Symbol.asyncDispose]() {
      await writes[Symbol.asyncDispose]()
      await browser[Symbol.asyncDispose]()
      await inspected[Symbol.asyncDispose]()
    },
  }
}

interface Visit {
  readonly writes: RunningWrites
  readonly route: string
  readonly look: (tab: InspectorTab) => Promise<void>
}

async function lookAs(browser: OpenBrowser, link: string, { writes, route, look }: Visit): Promise<void> {
  const before = writes.count()
  const tab = await browser.open(link)
  await tab.page.waitForSelector('main h1')
  await go(tab, route)
  await look(tab)
  const content = await tab.page.content()
  for (const text of [secretValue, btoa(secretValue)]) expect(content).not.toContain(text)
  await judgePage(tab)
  // The page was used under load: objects were written meanwhile.
  expect(writes.count()).toBeGreaterThan(before)
  await tab.page.browserContext().close()
}
