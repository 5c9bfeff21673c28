import { Buffer } from 'node:buffer'
import { pem, refuse, string, type Fields, type ReadNamedFile } from './remote-fields.ts'

/** The credentials for a remote service. */
export interface RemoteUser {
  /** PEM, with {@link clientKey}. */
  readonly clientCertificate?: string
  readonly clientKey?: string
  /** Returns the value of the Authorization header; it can come from a file that changes. */
  readonly authorization: () => string | undefined
}

/** Reads the user of a kubeconfig file. Throws a TypeError for unsupported members. */
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
