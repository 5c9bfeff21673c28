import { Buffer } from 'node:buffer'
import type { Socket } from 'node:net'
import type { DetailedPeerCertificate, TLSSocket } from 'node:tls'
import type { PeerCertificate } from '@pinnace/meta'

/** Intermediates that are looked at; a longer chain is cut here, and then fails verification. */
const maxIntermediates = 8

const known = new WeakMap<object, PeerCertificate | null>()

/** The certificate the peer of a TLS socket sent, read once a connection, or `undefined`. It is not verified. */
export function peerCertificateOf(socket: Socket | undefined): PeerCertificate | undefined {
  // The socket of an HTTP/2 session is a proxy that answers `in` for another object, so ask for the function.
  if (typeof (socket as Partial<TLSSocket> | undefined)?.getPeerCertificate !== 'function') return undefined
  return peerCertificateOfTls(socket as TLSSocket)
}

function peerCertificateOfTls(socket: TLSSocket): PeerCertificate | undefined {
  const cached = known.get(socket)
  if (cached !== undefined) return cached ?? undefined
  const peer = readPeer(socket)
  // Before the handshake is over nothing is known yet, so nothing is kept.
  if (peer !== undefined || socket.getProtocol() !== null) known.set(socket, peer ?? null)
  return peer
}

function readPeer(socket: TLSSocket): PeerCertificate | undefined {
  const leaf: Partial<DetailedPeerCertificate> | null = socket.getPeerCertificate(true)
  if (leaf?.raw === undefined) return undefined
  const chain: Uint8Array[] = []
  let current = leaf
  // A self-signed certificate is its own issuer.
  while (current.issuerCertificate?.raw !== undefined && current.issuerCertificate !== current) {
    current = current.issuerCertificate
    if (chain.length === maxIntermediates || chain.some((seen) => Buffer.compare(seen, current.raw!) === 0)) break
    chain.push(current.raw!)
  }
  return Object.freeze({ raw: leaf.raw, chain: Object.freeze(chain) })
}
