import { JsonError, parseJson, parseTime } from '@pinnace/meta'
import { assertPair } from './certificate-pair.ts'
import type { Credential } from './credentials.ts'

/** A credential of a plugin and its expiry. */
export interface ReadCredential {
  readonly credential: Credential
  /** Milliseconds since 1970; undefined where it is valid until it is rejected. */
  readonly expiresAt: number | undefined
}

/** Reads the ExecCredential a plugin printed, JSON or YAML. */
// upstream: client-go/plugin/pkg/client/auth/exec/exec.go, refreshCredsLocked – the messages are its
export async function readExecCredential(printed: string, apiVersion: string): Promise<ReadCredential> {
  const answer = await decode(printed)
  const kind = text(answer, 'kind')
  const version = text(answer, 'apiVersion')
  if (kind === '') throw new Error("decoding stdout: Object 'Kind' is missing in what the plugin printed")
  if (kind !== 'ExecCredential') {
    throw new Error(
      `decoding stdout: no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(version)}`,
    )
  }
  if (version !== apiVersion) {
    throw new Error(`exec plugin is configured to use API version ${apiVersion}, plugin returned version ${version}`)
  }
  const { status } = answer
  if (status === undefined || status === null) throw new Error("exec plugin didn't return a status field")
  if (!isObject(status)) throw new Error('decoding stdout: status must be an object')
  const token = text(status, 'token')
  const cert = text(status, 'clientCertificateData')
  const key = text(status, 'clientKeyData')
  if (token === '' && cert === '' && key === '') throw new Error("exec plugin didn't return a token or cert/key pair")
  if ((cert === '') !== (key === '')) throw new Error('exec plugin returned only certificate or key, not both')
  if (cert !== '') assertPair(cert, key)
  return {
    credential: {
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(cert === '' ? {} : { certificate: { cert, key } }),
    },
    expiresAt: expiry(text(status, 'expirationTimestamp')),
  }
}

type Fields = Readonly<Record<string, unknown>>

async function decode(printed: string): Promise<Fields> {
  let value: unknown
  try {
    value = printed.trimStart().startsWith('{')
      ? parseJson(printed).value
      : (await import('js-yaml')).loadAll(printed)[0]
  } catch (error) {
    throw unreadable(error)
  }
  if (!isObject(value)) throw new Error('decoding stdout: the plugin did not print an object')
  return value
}

// Without its cause, which would quote the output.
function unreadable(error: unknown): Error {
  return new Error(`decoding stdout: ${error instanceof JsonError ? error.message : 'neither JSON nor YAML'}`)
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function text(fields: Fields, name: string): string {
  const value = fields[name]
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') throw new Error(`decoding stdout: ${name} must be a string`)
  return value
}

function expiry(timestamp: string): number | undefined {
  if (timestamp === '') return undefined
  const ms = parseTime(timestamp)
  if (ms === undefined)
    throw new Error(`decoding stdout: expirationTimestamp ${JSON.stringify(timestamp)} is not a time`)
  return ms
}
