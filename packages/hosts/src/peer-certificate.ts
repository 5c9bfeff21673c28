import { Buffer } from 'node:buffer'
import type { Socket } from 'node:net'
import type { DetailedPeerCertificate, TLSSocket } from 'node:tls'
import type { PeerCertificate } from '@pinnace/meta'

/** Maximum number of intermediates; a longer chain is truncated, and fails verification. */
const maxIntermediates = 8

const known = new WeakMap<object, PeerCertificate | null>()

/** The certificate of the peer of a TLS socket, read once for each connection; undefined if there is none. It is not verified. */
export function peerCertificateOf(socket: Socket | undefined): PeerCertificate | undefined {
  // The socket of an HTTP/2 session is a proxy without a useful `in`: the function is checked instead.
  if (typeof (socket as Partial<TLSSocket> | undefined)?.getPeerCertificate !== 'function') return undefined
  return peerCertificateOfTls(socket as TLSSocket)
}

function peerCertificateOfTls(socket: TLSSocket): PeerCertificate | undefined {
  const cached = known.get(socket)
  if (cached !== undefined) return cached ?? undefined
  const peer = readPeer(socket)
  // Nothing is known before the handshake has ended: it is not kept.
  if (peer !== undefined || socket.getProtocol() !== null) known.set(socket, peer ?? null)
  return peer
}

function readPeer(socket: TLSSocket): PeerCertificate | undefined {
  const leaf: Partial<DetailedPeerCertificate> | null = socket.getPeerCertificate(true)
  if (leaf?.raw === undefined) return undefined
  const chain: Uint8Array[] = []
  let current = leaf
  for (;;) {
    const issuer: Partial<DetailedPeerCertificate> | undefined = current.issuerCertificate
    // A self-signed certificate is its own issuer.
    if (issuer === undefined || issuer === current || chain.length === maxIntermediates) break
    const { raw } = issuer
    if (raw === undefined || chain.some((seen) => Buffer.compare(seen, raw) === 0)) break
    chain.push(raw)
    current = issuer
  }
  return Object.freeze({ raw: leaf.raw, chain: Object.freeze(chain) })
}
