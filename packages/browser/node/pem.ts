import { Buffer } from './buffer.ts'

/** The first block of a PEM text. Throws if there is none. */
export function readPem(text: string): { readonly type: string; readonly bytes: Buffer } {
  const found = /-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\s]+)-----END /.exec(text)
  if (found === null) throw new Error('the text has no PEM block')
  const [, type = '', base64 = ''] = found
  return { type, bytes: Buffer.from(base64.replaceAll(/\s/g, ''), 'base64') }
}

/** Writes a PEM block. */
export function writePem(type: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN ${type}-----\n${lines.join('\n')}\n-----END ${type}-----\n`
}
