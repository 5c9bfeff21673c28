import type { HttpRequest, PeerCertificate } from '@pinnace/meta'

/** A request with those header lines, as a host would hand it over. */
export function requestWith(
  lines: readonly (readonly [string, string])[] = [],
  peer?: PeerCertificate,
  target = '/api',
): HttpRequest {
  const rawHeaders = lines.flat()
  return {
    method: 'GET',
    target,
    rawHeaders,
    header: (name) => lines.find(([line]) => line.toLowerCase() === name)?.[1],
    body: () => Promise.reject(new Error('no body')),
    signal: new AbortController().signal,
    ...(peer !== undefined && { peerCertificate: () => peer }),
  }
}

export function bearer(token: string): HttpRequest {
  return requestWith([['Authorization', `Bearer ${token}`]])
}
