// The tour in a worker whose server is created at module scope.
import { createLazyServer } from '@pinnace/server'
import { steps, tourOptions } from './tour.ts'

const api = createLazyServer(tourOptions)

export default {
  async fetch(): Promise<Response> {
    const server = await api.server()
    const lines: string[] = []
    for (const [name, step] of Object.entries(steps)) {
      try {
        await step(server)
        lines.push(`ok ${name}`)
      } catch (error) {
        lines.push(`FAILED ${name}: ${error instanceof Error ? error.stack : String(error)}`)
      }
    }
    return new Response(lines.join('\n'))
  },
}
