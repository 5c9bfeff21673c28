import type { PeerCertificate } from '@pinnace/meta'
import type { Server } from '../../src/index.ts'
import { call, type Answer } from '../support/call.ts'

/** A line of a header, as it stands on the wire. */
export type HeaderLine = readonly [name: string, value: string]

/** What a request carries to say who sends it. */
export interface Sender {
  readonly token?: string
  readonly lines?: readonly HeaderLine[]
  readonly peer?: PeerCertificate
}

/** Sends a request with lines that may stand twice, and with the certificate of its connection. */
export async function send(
  server: Server,
  method: string,
  target: string,
  { token, lines = [], peer }: Sender = {},
  body?: unknown,
): Promise<Answer> {
  const all: readonly HeaderLine[] = [
    ...(token === undefined ? [] : [['Authorization', `Bearer ${token}`] as const]),
    ...lines,
  ]
  const withLines: Pick<Server, 'handle'> = {
    handle: (request) =>
      server.handle({
        ...request,
        rawHeaders: all.flat(),
        header: (name) => all.find(([line]) => line.toLowerCase() === name)?.[1],
        ...(peer === undefined ? {} : { peerCertificate: () => peer }),
      }),
  }
  return call(withLines as Server, method, target, body === undefined ? {} : { body })
}

/** Whom the server takes a sender for, by SelfSubjectReview; the status where it refuses. */
export async function whoIs(server: Server, sender: Sender): Promise<unknown> {
  const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' }
  const { status, json } = await send(server, 'POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', sender, body)
  return status === 201 ? json.status.userInfo : status
}
