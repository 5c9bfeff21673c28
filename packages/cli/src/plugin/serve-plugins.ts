import { Buffer } from 'node:buffer'
import { serveWebhook, type DefinedPlugin, type WebhookHandler } from '@pinnace/admission/define'
import type { HttpReply, HttpRequest } from '@pinnace/meta'
import { configurationName } from './load-plugins.ts'

/** Options for {@link servePlugins}. */
export interface ServePluginsOptions {
  /** Called with errors of handlers that are not refusals. */
  readonly onError: (plugin: string, error: unknown) => void
}

/**
 * Serves plugins as webhooks, each below its {@link pathOf}, at `/mutate` and `/validate`. `/healthz` answers 200, other
 * paths 404.
 */
export function servePlugins(plugins: readonly DefinedPlugin[], { onError }: ServePluginsOptions): WebhookHandler {
  const handlers = new Map<string, WebhookHandler>()
  for (const plugin of plugins) {
    const { name } = plugin.definition
    const handle = serveWebhook(plugin, { onError: (error) => onError(name, error) })
    for (const handler of ['mutate', 'validate']) handlers.set(`${pathOf(plugin)}/${handler}`, handle)
  }
  return async (request: HttpRequest) => {
    const [path = ''] = request.target.split('?', 1)
    if (path === '/healthz') return textReply(200, 'ok')
    const handle = handlers.get(path)
    return handle === undefined ? textReply(404, `no plugin is served at ${path}`) : handle(request)
  }
}

/** Where a plugin is served: `/team-label`. Servers accept paths of DNS labels only. */
export function pathOf(plugin: DefinedPlugin): string {
  return `/${configurationName(plugin)}`
}

function textReply(status: number, text: string): HttpReply {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: Buffer.from(`${text}\n`) }
}
