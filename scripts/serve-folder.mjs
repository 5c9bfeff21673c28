// A web server for a folder of static files, on the loopback interface.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize, sep } from 'node:path'

const types = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript' }

/** Serves a folder; port 0 is any free one. */
export async function serveFolder(folder, port = 0) {
  const server = createServer(async ({ url = '/' }, response) => {
    const path = normalize(decodeURIComponent(new URL(url, 'http://folder').pathname))
    const file = join(folder, path.endsWith(sep) ? join(path, 'index.html') : path)
    try {
      const bytes = await readFile(file)
      const type = types[extname(file)] ?? 'application/octet-stream'
      response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'x-content-type-options': 'nosniff' })
      response.end(bytes)
    } catch {
      response.writeHead(404, { 'content-type': 'text/plain' })
      response.end('not found\n')
    }
  })
  await new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() }
}
