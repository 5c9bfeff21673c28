import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServer, type Server } from 'node:http'
import { longestOf, measureTasks } from './measure-tasks.ts'
import { chromium, openBrowser, type OpenBrowser } from './open-browser.ts'

let browser: OpenBrowser
let server: Server
let url = ''

describe.runIf(chromium !== undefined)('the measurement of tasks', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    browser = await openBrowser()
    server = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<h1>page</h1>'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (typeof address === 'object' && address !== null) url = `http://127.0.0.1:${address.port}/`
  }, 120_000)

  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]()
    server?.close()
  })

  it('finds a task that blocks the page', async () => {
    const { page } = await browser.open(url)
    // An amount of work, not of time: on a busy machine a page has little of the processor within 300 ms.
    const block = (): number => {
      let sum = 0
      for (let index = 0; index < 300_000_000; index++) sum += Math.sqrt(index)
      return sum
    }
    const { cpuMs, wallMs } = longestOf(await measureTasks(page, () => page.evaluate(block)))
    expect(cpuMs).toBeGreaterThan(60)
    expect(wallMs).toBeGreaterThan(60)
  })

  it('does not count the time that a page waits', async () => {
    const { page } = await browser.open(url)
    const wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 300))
    expect(longestOf(await measureTasks(page, () => page.evaluate(wait))).cpuMs).toBeLessThan(50)
  })
})
