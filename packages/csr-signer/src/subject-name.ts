import { Buffer } from 'node:buffer'

import { loadX509 } from './load-x509.ts'

/** Who a certificate is to be about. */
export interface Subject {
  readonly commonName: string
  readonly organizations?: readonly string[]
}

/** The DER of a name: organizations, then the common name, all in UTF-8. */
export async function encodeName({ commonName, organizations = [] }: Subject): Promise<Buffer> {
  const x509 = await loadX509()
  const parts = [
    ...organizations.map((utf8String) => ({ O: [{ utf8String }] })),
    ...(commonName === '' ? [] : [{ CN: [{ utf8String: commonName }] }]),
  ]
  return Buffer.from(new x509.Name(parts).toArrayBuffer())
}
