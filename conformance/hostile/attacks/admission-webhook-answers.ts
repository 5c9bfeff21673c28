import type { ServerResponse } from 'node:http'
import type { Attack } from '../attack.ts'
import { answerForEver, startPeer, type Peer } from '../tools/peer.ts'
import { registerWebhook, webhookNamespace } from '../tools/webhooks.ts'

const patchOf = (operations: readonly object[]): string => Buffer.from(JSON.stringify(operations)).toString('base64')
const review = (uid: string, response: object): string =>
  JSON.stringify({ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response: { uid, ...response } })
const patched = (uid: string, operations: readonly object[]): string =>
  review(uid, { allowed: true, patchType: 'JSONPatch', patch: patchOf(operations) })

/** Answers, and the statuses that the creation may have: 201 where the answer is harmless. */
const answers: readonly (readonly [name: string, (response: ServerResponse, uid: string) => void, ...number[]])[] = [
  ['nothing', (response) => response.end(), 500],
  ['garbage', (response) => response.end('x'.repeat(100_000)), 500],
  ['null', (response) => response.end('null'), 500],
  ['a list', (response) => response.end('[]'), 500],
  ['a reset', (response) => response.destroy(), 500],
  ['status 500', (response) => response.writeHead(500).end(), 500],
  ['a redirect', (response) => response.writeHead(302, { location: 'https://127.0.0.1:1/' }).end(), 500],
  ['bytes without end', (response) => answerForEver(response, '{"response":"'), 500],
  ['another uid', (response) => response.end(review('other', { allowed: true })), 500],
  ['no response', (response) => response.end('{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview"}'), 500],
  ['allowed as text', (response, uid) => response.end(review(uid, { allowed: 'true' })), 400, 500],
  [
    'a patch that is no base64',
    (response, uid) => response.end(review(uid, { allowed: true, patchType: 'JSONPatch', patch: '***' })),
    500,
  ],
  [
    'a patch of another type',
    (response, uid) =>
      response.end(
        review(uid, { allowed: true, patchType: 'Merge', patch: patchOf([{ op: 'add', path: '/data', value: {} }]) }),
      ),
    500,
  ],
  [
    'another name',
    (response, uid) => response.end(patched(uid, [{ op: 'replace', path: '/metadata/name', value: 'x' }])),
    201,
    400,
    422,
    500,
  ],
  [
    'another namespace',
    (response, uid) => response.end(patched(uid, [{ op: 'replace', path: '/metadata/namespace', value: 'default' }])),
    201,
    400,
    422,
    500,
  ],
  [
    'no metadata',
    (response, uid) => response.end(patched(uid, [{ op: 'replace', path: '/metadata', value: 'x' }])),
    400,
    422,
    500,
  ],
  [
    'no object',
    (response, uid) => response.end(patched(uid, [{ op: 'replace', path: '', value: null }])),
    400,
    422,
    500,
  ],
  [
    'a polluted prototype',
    (response, uid) => response.end(patched(uid, [{ op: 'add', path: '/__proto__/x', value: 1 }])),
    201,
    400,
    422,
    500,
  ],
  [
    'a header that forges a line',
    (response, uid) =>
      response.end(review(uid, { allowed: false, status: { code: 403, message: 'a\r\nX-Forged: yes' } })),
    403,
  ],
  [
    'a code that is none',
    (response, uid) => response.end(review(uid, { allowed: false, status: { code: 7, message: 'x' } })),
    403,
    400,
    500,
  ],
]

let peer: Peer
let current = 0

export const attack: Attack = {
  title: `${answers.length} answers of an admission webhook that lie or never end`,
  limits: { cpuMs: 2_000, residentMiB: 200, stopMs: 50 },
  async server() {
    peer = await startPeer((_request, response, body) => {
      const uid = /"uid":"([^"]*)"/.exec(body)?.[1] ?? ''
      answers[current]?.[1](response, uid)
    })
    return {}
  },
  prepare: (target) => registerWebhook(target, peer, 5),
  async run(target, judge) {
    const path = `/api/v1/namespaces/${webhookNamespace}/configmaps`
    for (const [index, [name, , ...statuses]] of answers.entries()) {
      current = index
      const body = { metadata: { name: `answer-${index}` } }
      const { status, headers } = await target.send({ method: 'POST', path, body })
      judge.expectEach([status], statuses, name)
      judge.expect(headers['x-forged'] === undefined, `${name}: a header was forged`)
    }
    judge.expect(peer.seen >= answers.length, 'the webhook was not asked')
    peer.close()
  },
}
