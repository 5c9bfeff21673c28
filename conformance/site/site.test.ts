import { execFileSync, spawnSync } from 'node:child_process'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { launch, type Browser, type Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveSite } from './serve-site.ts'

const root = join(import.meta.dirname, '..', '..')
const dist = join(root, 'docs', '.vitepress', 'dist')
const chromium = spawnSync('which', ['chromium'], { encoding: 'utf8' }).stdout.trim()
const limitMs = 600_000

describe('the site', () => {
  let url: string
  let server: Server
  beforeAll(async () => {
    // Fails for a dead link.
    execFileSync(process.execPath, [join(root, 'scripts', 'build-site.mjs')], { cwd: root, stdio: 'pipe' })
    ;({ url, server } = await serveSite(dist))
  }, limitMs)
  afterAll(() => server.close())

  it('has every page, and the public symbols of every package', async () => {
    for (const page of ['/', '/guide/tutorial', '/reference/server-options', '/reference/api/server']) {
      expect((await fetch(`${url}${page}`)).status).toBe(200)
    }
    expect(await (await fetch(`${url}/reference/api/server`)).text()).toContain('createServer')
  })

  const name = chromium === '' ? 'in Chromium: nothing was judged, because it is not installed' : 'in Chromium'
  describe.skipIf(chromium === '')(name, () => {
    let browser: Browser
    beforeAll(async () => {
      browser = await launch({ executablePath: chromium, args: ['--no-sandbox', '--disable-gpu'], timeout: limitMs })
    }, limitMs)
    afterAll(() => browser.close())

    it.each(['light', 'dark'] as const)(
      'shows pages and pictures in %s without errors',
      { timeout: limitMs },
      async (scheme) => {
        const page = await browser.newPage()
        page.setDefaultTimeout(limitMs)
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
        const problems: string[] = []
        page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
        page.on('pageerror', (error) => problems.push(String(error)))
        page.on('requestfailed', (request) => problems.push(`${request.url()} failed`))
        page.on('response', (reply) => reply.status() >= 400 && problems.push(`${reply.url()} ${reply.status()}`))
        for (const path of ['/', '/guide/tutorial', '/architecture', '/reference/api/meta', '/errors']) {
          await page.goto(`${url}${path}`, { waitUntil: 'networkidle0' })
        }
        expect(problems).toEqual([])
        await page.goto(`${url}/architecture`, { waitUntil: 'networkidle0' })
        const pictures = await readPictures(page)
        expect(pictures.length).toBe(4)
        for (const { label, width, height, contrast } of pictures) {
          expect({ label, isVisible: width > 50 && height > 50, isReadable: contrast > 4.5 }).toEqual({
            label,
            isVisible: true,
            isReadable: true,
          })
        }
        expect(problems).toEqual([])
      },
    )

    it('shows the recorded terminal session and every screenshot', { timeout: limitMs }, async () => {
      const page = await browser.newPage()
      page.setDefaultTimeout(limitMs)
      const shown: Record<string, readonly string[]> = {}
      for (const path of ['/guide/command', '/guide/inspector', '/guide/browser']) {
        await page.goto(`${url}${path}`, { waitUntil: 'networkidle0' })
        shown[path] = await readLoadedImages(page)
      }
      expect(shown['/guide/command']).toEqual([expect.stringMatching(/^A terminal session: .* become ready$/)])
      expect(shown['/guide/inspector']).toHaveLength(6)
      expect(shown['/guide/browser']).toEqual(['The playground'])
    })
  })
})

/** The alternative texts of the images of a page that have loaded; scrolls to each, because images load when they are seen. */
function readLoadedImages(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const images = [...document.querySelectorAll<HTMLImageElement>('.vp-doc img')]
    for (const image of images) {
      image.scrollIntoView()
      await image.decode()
    }
    return images.filter(({ naturalWidth }) => naturalWidth > 100).map(({ alt }) => alt)
  })
}

interface Picture {
  readonly label: string
  readonly width: number
  readonly height: number
  /** Of the text against the page, as WCAG counts it. */
  readonly contrast: number
}

/** The size of every diagram of a page, and the contrast of its text. */
function readPictures(page: Page): Promise<readonly Picture[]> {
  return page.evaluate(() => {
    const luminance = (color: string): number => {
      const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
        const share = Number(part) / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const page = luminance(getComputedStyle(document.body).backgroundColor)
    return [...document.querySelectorAll('.diagram svg')].map((svg) => {
      const { width, height } = svg.getBoundingClientRect()
      const text = luminance(getComputedStyle(svg.querySelector('text') ?? svg).fill)
      const contrast = (Math.max(text, page) + 0.05) / (Math.min(text, page) + 0.05)
      return { label: svg.getAttribute('aria-label') ?? '', width, height, contrast }
    })
  })
}
