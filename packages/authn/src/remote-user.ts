import { Buffer } from 'node:buffer'
import { pem, refuse, string, type Fields, type ReadNamedFile } from './remote-fields.ts'

/** What a server shows a remote service to be known by. */
export interface RemoteUser {
  /** PEM, with {@link clientKey}. */
  readonly clientCertificate?: string
  readonly clientKey?: string
  /** The value of the Authorization header. Read anew each time, for it may come from a file that is replaced. */
  readonly authorization: () => string | undefined
}

/** Reads the user of a configuration file. Throws a TypeError for what is not supported. */
export function readRemoteUser(user: Fields, file: ReadNamedFile): RemoteUser {
  refuse(user, 'user', ['exec', 'auth-provider', 'as', 'as-uid', 'as-groups', 'as-user-extra'])
  const clientCertificate = pem(user, 'client-certificate', file)
  const clientKey = pem(user, 'client-key', file)
  if ((clientCertificate === undefined) !== (clientKey === undefined)) {
    throw new TypeError('client-certificate and client-key come together')
  }
  return {
    ...(clientCertificate !== undefined && { clientCertificate }),
    ...(clientKey !== undefined && { clientKey }),
    authorization: authorizationOf(user, file),
  }
}

function authorizationOf(user: Fields, file: ReadNamedFile): () => string | undefined {
  const tokenFile = string(user, 'tokenFile')
  const token = string(user, 'token')
  const username = string(user, 'username')
  const password = string(user, 'password')
  if (tokenFile !== undefined) return () => `Bearer ${file(tokenFile).trim()}`
  if (token !== undefined) return () => `Bearer ${token}`
  if (username === undefined && password === undefined) return () => undefined
  const basic = Buffer.from(`${username ?? ''}:${password ?? ''}`).toString('base64')
  return () => `Basic ${basic}`
}
