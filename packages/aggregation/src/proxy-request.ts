import { randomBetween, textReply, type HttpReply, type Random } from '@pinnace/meta'
import type { RemoteApiService } from './api-service-info.ts'
import type { Backends } from './backends.ts'
import { forwardRequest, type ForwardOptions, type ProxiedRequest } from './forward-request.ts'
import type { ServiceResolver } from './resolve-target.ts'

/** Options for {@link proxyRequest}. */
export interface ProxyOptions extends ForwardOptions {
  readonly random: Random
  readonly backends: Backends
  readonly resolver: ServiceResolver
}

/** Forwards a request to the server of an APIService. */
// upstream: aggregator/pkg/apiserver/handler_proxy.go, ServeHTTP
export async function proxyRequest(
  proxied: ProxiedRequest,
  { isAvailable, target }: RemoteApiService,
  options: ProxyOptions,
): Promise<HttpReply> {
  const { resolver, random, backends } = options
  const { addresses } = isAvailable ? await resolver.resolve(target) : { addresses: [] }
  const address = pickOne(addresses, random)
  if (address === undefined) return textReply(503, 'service unavailable\n', { 'audit-id': proxied.auditId })
  return forwardRequest(proxied, { backend: backends.trusted(target), address }, options)
}

/** One of several at random. */
export function pickOne<T>(choices: readonly T[], random: Random): T | undefined {
  return choices.length < 2 ? choices[0] : choices[Math.floor(randomBetween(random, 0, choices.length))]
}
