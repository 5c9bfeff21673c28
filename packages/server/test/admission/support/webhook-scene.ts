import { createServer, type AuditEvent, type Server, type ServerOptions } from '../../../src/index.ts'
import { call, type CallOptions } from '../../support/call.ts'
import { createCounted, type Counted } from './counted.ts'
import { startWebhooks, type Answering, type Json, type WebhookServer } from './webhook-server.ts'

/** Config maps of the namespace `default`. */
export const configMaps = '/api/v1/namespaces/default/configmaps'

/** A server beside a server of webhooks. */
export interface Scene {
  readonly server: Server
  readonly hooks: WebhookServer
  readonly counted: Counted
  readonly events: AuditEvent[]
  /** Creates a config map. */
  create(name?: string, over?: Json, query?: string, options?: CallOptions): ReturnType<typeof call>
}

/** Builds scenes, and closes what they opened. */
export function createScenes(): {
  scene(answers: Readonly<Record<string, Answering>>, options?: Partial<ServerOptions>): Promise<Scene>
  /** Closes this too. */
  own<T extends AsyncDisposable>(one: T): T
  close(): Promise<void>
} {
  const opened: AsyncDisposable[] = []
  return {
    own(one) {
      opened.push(one)
      return one
    },
    async scene(answers, options = {}) {
      const hooks = await startWebhooks(answers)
      opened.push(hooks)
      const counted = createCounted()
      const events: AuditEvent[] = []
      const server = await createServer({
        vocabulary: 'kubernetes',
        preset: 'testing',
        runtimeConfig: 'api/beta',
        metrics: counted,
        audit: {
          policy: { rules: [{ level: 'RequestResponse' }] },
          sinks: [{ write: (batch) => void events.push(...batch) }],
        },
        ...options,
      })
      opened.push({ [Symbol.asyncDispose]: () => server.close() })
      return {
        server,
        hooks,
        counted,
        events,
        create: (name = 'a', over = {}, query = '', more = {}) =>
          call(server, 'POST', `${configMaps}${query}`, {
            ...more,
            body: { metadata: { name }, data: { k: 'v' }, ...over },
          }),
      }
    },
    async close() {
      for (const one of opened.splice(0)) await one[Symbol.asyncDispose]()
    },
  }
}
