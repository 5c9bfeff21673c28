// Builds the playground, a static page with the server in it; `-- --serve` also serves it, `-- --serve=PORT` on a port.
import { relative } from 'node:path'
import { bundlePlayground, playgroundFolder } from './bundler/bundle-browser.mjs'
import { serveFolder } from './serve-folder.mjs'
import { root } from './workspace.mjs'

await bundlePlayground()
console.log(`built ${relative(root, playgroundFolder)}: any web server can serve this folder`)
const serve = process.argv.find((argument) => /^--serve(?:=\d+)?$/.test(argument))
if (serve !== undefined) {
  const { url } = await serveFolder(playgroundFolder, Number(serve.split('=')[1] ?? 0))
  console.log(`serving ${url}`)
}
