import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import axe from 'axe-core'
import { expect } from 'vitest'
import type { InspectorTab } from './open-browser.ts'

const images = fileURLToPath(new URL('../../docs/images/', import.meta.url))
/** Screenshots of the docs are written on request, as fonts differ between machines. */
const writesImages = process.env['PINNACE_WRITE_DOCS'] === '1'

/** Goes to a page of the inspector. */
export async function go({ page }: InspectorTab, route: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash
  }, route)
}

/** A page of the browser. */
export type Tab = InspectorTab['page']

/** Waits until an element contains a text. */
export async function hasText(page: Tab, selector: string, text: string): Promise<void> {
  const isThere = (where: string, what: string): boolean =>
    [...document.querySelectorAll(where)].some((element) => element.textContent?.includes(what))
  try {
    await page.waitForFunction(isThere, { polling: 100 }, selector, text)
  } catch (cause) {
    const shown = await page.evaluate(() => document.body.innerText.slice(0, 1500))
    throw new Error(`${selector} does not contain ${JSON.stringify(text)}; the page shows:\n${shown}`, { cause })
  }
}

/** Waits until a function of the page returns true. */
export async function waitFor<Args extends unknown[]>(
  page: Tab,
  test: (...args: Args) => boolean,
  ...args: Args
): Promise<void> {
  await page.waitForFunction(test as (...args: unknown[]) => boolean, { polling: 100 }, ...args)
}

/** Presses the button with a title. */
export async function press({ page }: InspectorTab, title: string): Promise<void> {
  await page.evaluate((text) => {
    const button = [...document.querySelectorAll('button')].find((one) => one.innerText === text)
    button?.click()
  }, title)
}

/** Changes the text of the editor. */
export async function edit({ page }: InspectorTab, change: (text: string) => string): Promise<void> {
  const text = await page.$eval('#yaml', (area) => (area as HTMLTextAreaElement).value)
  await page.$eval(
    '#yaml',
    (area, next) => {
      const field = area as HTMLTextAreaElement
      field.value = next
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    },
    change(text),
  )
}

/** Fails for problems of scripts, violations of the policy and of accessibility; makes the screenshot of the docs. */
export async function judge(tab: InspectorTab, image: string): Promise<void> {
  if (writesImages) mkdirSync(images, { recursive: true })
  if (writesImages)
    await tab.page.screenshot({ path: `${images}${image.startsWith('playground') ? '' : 'inspector-'}${image}.png` })
  await judgePage(tab)
}

/** Fails for problems of scripts, violations of the policy and of accessibility. */
export async function judgePage({ page, problems }: InspectorTab): Promise<void> {
  // The policy of the page allows no other script; the protocol of the browser is not subject to it.
  await page.evaluate(axe.source)
  const violations = (await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html, any }) => html.slice(0, 160) + ' ' + (any[0]?.message ?? '')).join(' | ')))`,
  )) as readonly string[]
  expect(violations).toEqual([])
  expect(problems).toEqual([])
}
