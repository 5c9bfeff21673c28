import type { TestServer } from '@pinnace/testing'
import { Buffer } from 'node:buffer'
import { request as httpsRequest } from 'node:https'

/** Credentials of a client. */
export interface Identity {
  readonly cert?: string
  readonly key?: string
  readonly token?: string
}

export interface Answer {
  readonly status: number
  // oxlint-disable-next-line no-explicit-any -- tests read any shape of any answer
  readonly json: any
}

/** Sends one request over a new connection that trusts only the CA of the server. */
export type Send = (identity: Identity, method: string, path: string, body?: object) => Promise<Answer>

/** A client over TLS, and the identity of the administrator. */
export async function overTls(server: TestServer): Promise<{ readonly send: Send; readonly admin: Identity }> {
  const kubeconfig = await server.kubeconfig()
  const url = /server: "?(https:[^"\s]+)/.exec(kubeconfig)![1]!
  const field = (name: string): string =>
    Buffer.from(new RegExp(`${name}: "?([A-Za-z0-9+/=]+)`).exec(kubeconfig)![1]!, 'base64').toString()
  const ca = field('certificate-authority-data')
  const send: Send = ({ token, ...certificate }, method, path, body) =>
    new Promise((resolve, reject) => {
      const headers = {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      }
      const sent = httpsRequest(new URL(path, url), { ca, method, headers, agent: false, ...certificate }, (reply) => {
        const chunks: Buffer[] = []
        reply.on('data', (chunk: Buffer) => chunks.push(chunk))
        reply.on('error', reject)
        reply.on('end', () =>
          resolve({ status: reply.statusCode!, json: JSON.parse(Buffer.concat(chunks).toString()) }),
        )
      })
      sent.on('error', reject)
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })
  return { send, admin: { cert: field('client-certificate-data'), key: field('client-key-data') } }
}

/** The user the server authenticates: name and groups, or the status code of a refusal. */
export async function whoIs(send: Send, identity: Identity): Promise<unknown> {
  const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' }
  const { status, json } = await send(identity, 'POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', review)
  return status === 201 ? [json.status.userInfo.username, json.status.userInfo.groups] : status
}
