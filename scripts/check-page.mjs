// Bundles the page of the inspector and compares its size, compressed, with its limit.
import { bundlePage, pageSizeBytes } from './bundler/bundle-page.mjs'

const limitBytes = 150_000

await bundlePage()
const bytes = pageSizeBytes()
console.log(`the page of the inspector has ${bytes} bytes compressed, of at most ${limitBytes}`)
process.exitCode = bytes <= limitBytes ? 0 : 1
