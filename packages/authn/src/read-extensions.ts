import type { Buffer } from 'node:buffer'

import { readDer, readDerElements } from '@pinnace/x509'

/** One extension of a certificate. */
export interface Extension {
  readonly critical: boolean
  /** DER of the extension's value. */
  readonly value: Buffer
}

/**
 * The extensions of a certificate by the hex of their object identifiers. The bytes have been parsed by node's crypto
 * before, so their outline is sound; where it is not, a DerError is thrown.
 */
export function readExtensions(certificate: Buffer): ReadonlyMap<string, Extension> {
  const extensions = new Map<string, Extension>()
  const certified = readDer(readDer(certificate).content)
  const field = readDerElements(certified.content).find(({ tag }) => tag === 0xa3)
  if (field === undefined) return extensions
  for (const { content } of readDerElements(readDer(field.content).content)) {
    const parts = readDerElements(content)
    const critical = parts.length === 3 && parts[1]!.content[0] !== 0
    extensions.set(parts[0]!.content.toString('hex'), { critical, value: parts.at(-1)!.content })
  }
  return extensions
}

/** `pathLenConstraint` of a basicConstraints value: how many intermediates may follow, or `undefined` for any number. */
export function readPathLength(basicConstraints: Buffer): number | undefined {
  const length = readDerElements(readDer(basicConstraints).content).find(({ tag }) => tag === 0x02)
  return length === undefined ? undefined : length.content.readUIntBE(0, Math.min(length.content.length, 6))
}
