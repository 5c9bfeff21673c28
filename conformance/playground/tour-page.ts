// The tour of conformance/runtimes in a browser; the results are a global.
import { createServer } from '@pinnace/server'
import { steps, tourOptions } from '../runtimes/tour.ts'

const results: string[] = []
const server = await createServer(tourOptions)
for (const [name, step] of Object.entries(steps)) {
  try {
    await step(server)
    results.push(`ok ${name}`)
  } catch (error) {
    results.push(`FAILED ${name}: ${error instanceof Error ? error.stack : String(error)}`)
  }
}
await server.close()
Object.assign(globalThis, { tourResults: results })
