import { Buffer } from 'node:buffer'
import type { ApiObject } from '@pinnace/meta'

/** The fields of a secret that authenticators read. */
export interface SecretObject extends ApiObject {
  readonly type?: string
  /** Values in base64. */
  readonly data?: Readonly<Record<string, string>> | null
}

/** A value of a secret as text; empty if it is missing. */
export function readSecretText({ data }: SecretObject, key: string): string {
  const value: unknown = data !== null && data !== undefined && Object.hasOwn(data, key) ? data[key] : undefined
  return typeof value === 'string' ? Buffer.from(value, 'base64').toString('utf8') : ''
}
