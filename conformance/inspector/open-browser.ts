import { existsSync } from 'node:fs'
import { launch, type Browser, type Page } from 'puppeteer-core'

/** Where Debian, and most other systems, install the browser; `PINNACE_CHROMIUM` names another. */
const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The browser to test with; undefined without one. */
export const chromium = [process.env['PINNACE_CHROMIUM'] ?? '', ...places].find(
  (path) => path !== '' && existsSync(path),
)

/** A browser and the pages that are open in it. */
export interface OpenBrowser extends AsyncDisposable {
  readonly browser: Browser
  /** A new page of the inspector. What the page logs as an error, and what its policy blocks, fails the test in `problems`. */
  open(url: string, size?: { readonly width: number; readonly height: number }): Promise<InspectorTab>
}

/** One page. */
export interface InspectorTab {
  readonly page: Page
  /** Errors of scripts, and violations of the content security policy. */
  readonly problems: readonly string[]
}

/** Starts the browser without a window. */
export async function openBrowser(): Promise<OpenBrowser> {
  const browser = await launch({
    executablePath: chromium ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--hide-scrollbars'],
    acceptInsecureCerts: true,
    protocolTimeout: 300_000,
    timeout: 150_000,
  })
  return {
    browser,
    async open(url, { width, height } = { width: 1280, height: 860 }) {
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      page.setDefaultTimeout(45_000)
      await page.setViewport({ width, height })
      const problems: string[] = []
      page.on('pageerror', (error) => problems.push(String(error)))
      page.on('console', (message) => {
        const text = message.text()
        // The answers 401 and 403 belong to some tests.
        if (message.type() === 'error' && !text.startsWith('Failed to load resource')) problems.push(text)
      })
      await page.goto(url)
      return { page, problems }
    },
    [Symbol.asyncDispose]: () => browser.close(),
  }
}
