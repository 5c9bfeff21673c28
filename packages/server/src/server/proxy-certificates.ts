import type { AggregationOptions, ProxyCertificates } from '@pinnace/aggregation'
import type { ServerOptions } from './server-options.ts'

type Options = Pick<ServerOptions, 'aggregation' | 'authentication'>

/** The certificate of requests that are forwarded to other servers: the given one, or one of the server's own authority. */
export function proxyCertificatesOf({ aggregation }: Options, own: ProxyCertificates): ProxyCertificates {
  const { proxyClient } = aggregation ?? {}
  if (proxyClient === undefined) return own
  return { ...own, givenClientCertificate: typeof proxyClient === 'function' ? proxyClient : () => proxyClient }
}

/** How other servers recognize requests with that certificate: as this one recognizes those of a proxy. */
// upstream: pkg/controlplane/apiserver/config.go – what is published are the `--requestheader-*` flags.
export function publishedRequestHeader({
  aggregation,
  authentication,
}: Options): Pick<AggregationOptions, 'requestHeader'> {
  if (aggregation?.proxyClient === undefined) return {}
  const { requestHeader } = authentication ?? {}
  if (requestHeader === undefined) return { requestHeader: false }
  const { clientCa, usernameHeaders, allowedNames = [], uidHeaders = [], groupHeaders = [] } = requestHeader
  const { extraHeaderPrefixes = [] } = requestHeader
  return {
    requestHeader: { clientCa, usernameHeaders, allowedNames, uidHeaders, groupHeaders, extraHeaderPrefixes },
  }
}
