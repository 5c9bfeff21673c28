// Bundles the server for browsers, checks that nothing of Node is left in it, and compares its size with its limit.
import { bundleBrowser, browserSize } from './bundler/bundle-browser.mjs'

/** Of all files, compressed; a page loads a part of them at first. */
const limitBytes = 850_000

const imported = await bundleBrowser()
const { bytes, gzipBytes, brotliBytes } = browserSize()
console.log(
  `the server for browsers has ${gzipBytes} bytes compressed, of at most ${limitBytes} (${bytes} before, ${brotliBytes} with Brotli)`,
)
for (const name of imported) console.log(`the bundle imports ${name}`)
process.exitCode = gzipBytes <= limitBytes && imported.length === 0 ? 0 : 1
