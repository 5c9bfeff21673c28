import { createHmac, sign, type KeyObject } from 'node:crypto'

/** A JWT with whatever header and payload, signed by whatever key: what an attacker can make. */
export function forge(header: object, payload: unknown, key?: KeyObject | { readonly hmac: string | Buffer }): string {
  const encode = (value: unknown): string =>
    Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
  const text = `${encode(header)}.${encode(payload)}`
  if (key === undefined) return `${text}.`
  if ('hmac' in key) return `${text}.${createHmac('sha256', key.hmac).update(text).digest('base64url')}`
  const dsa = key.asymmetricKeyType === 'ec' ? { dsaEncoding: 'ieee-p1363' as const } : {}
  return `${text}.${sign('sha256', Buffer.from(text), { key, ...dsa }).toString('base64url')}`
}

/** The message of the error a promise ends in, its cause's where it is a refusal of a request. */
export async function failure(action: () => unknown): Promise<string> {
  try {
    await action()
  } catch (error) {
    const { message, cause } = error as Error
    return message === 'Unauthorized' && cause instanceof Error ? cause.message : message
  }
  throw new Error('nothing was thrown')
}
