import assert from 'node:assert/strict'
import type { Server } from 'node:http'
import { promisify } from 'node:util'

import { tourConfigMaps } from './config-map-tour.ts'

/** Listens, takes the tour and closes. */
export async function tryExample(server: Server): Promise<void> {
  if (!server.listening) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const address = server.address()
    assert.ok(typeof address === 'object' && address !== null)
    const url = `http://127.0.0.1:${address.port}`
    assert.equal(await (await fetch(`${url}/`)).text(), 'the application itself\n')
    await tourConfigMaps(url, promisify(server.getConnections.bind(server)))
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
