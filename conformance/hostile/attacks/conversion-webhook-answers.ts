import type { ServerResponse } from 'node:http'
import type { Attack } from '../attack.ts'
import { answerForEver, startPeer, type Peer } from '../tools/peer.ts'
import { convertedPath, registerConversion } from '../tools/webhooks.ts'

interface Asked {
  readonly uid: string
  readonly objects: readonly { readonly metadata: object }[]
}

const answerWith = (response: ServerResponse, uid: string, more: object): void =>
  void response.end(
    JSON.stringify({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'ConversionReview',
      response: { uid, result: { status: 'Success' }, ...more },
    }),
  )
const converted = { apiVersion: 'hostile.example.com/v2', kind: 'Thing' }

/** Answers that must not be believed. */
const answers: readonly (readonly [name: string, (response: ServerResponse, asked: Asked) => void])[] = [
  ['nothing', (response) => response.end()],
  ['garbage', (response) => response.end('garbage')],
  ['a reset', (response) => response.destroy()],
  ['bytes without end', (response) => answerForEver(response, '{"response":"')],
  ['another uid', (response) => answerWith(response, 'other', { convertedObjects: [] })],
  ['no objects', (response, { uid }) => answerWith(response, uid, { convertedObjects: [] })],
  [
    'two objects',
    (response, { uid, objects }) => answerWith(response, uid, { convertedObjects: [...objects, ...objects] }),
  ],
  [
    'the version that was sent',
    (response, { uid, objects }) => answerWith(response, uid, { convertedObjects: objects }),
  ],
  [
    'another kind',
    (response, { uid, objects }) =>
      answerWith(response, uid, {
        convertedObjects: objects.map((object) => ({ ...object, ...converted, kind: 'Other' })),
      }),
  ],
  [
    'another name',
    (response, { uid, objects }) =>
      answerWith(response, uid, {
        convertedObjects: objects.map((object) => ({
          ...object,
          ...converted,
          metadata: { ...object.metadata, name: 'other' },
        })),
      }),
  ],
  [
    'another uid of the object',
    (response, { uid, objects }) =>
      answerWith(response, uid, {
        convertedObjects: objects.map((object) => ({
          ...object,
          ...converted,
          metadata: { ...object.metadata, uid: 'other' },
        })),
      }),
  ],
  ['a list', (response, { uid }) => answerWith(response, uid, { convertedObjects: [[]] })],
  ['null', (response, { uid }) => answerWith(response, uid, { convertedObjects: [null] })],
]

let peer: Peer
let current = 0

export const attack: Attack = {
  title: `${answers.length} answers of a conversion webhook that lie or never end`,
  limits: { cpuMs: 2_000, residentMiB: 200, stopMs: 50 },
  async server() {
    peer = await startPeer((_request, response, body) => {
      const { request } = JSON.parse(body) as { readonly request: Asked }
      answers[current]?.[1](response, request)
    })
    return {}
  },
  prepare: (target) => registerConversion(target, peer),
  async run(target, judge) {
    for (const [index, [name]] of answers.entries()) {
      current = index
      const { status } = await target.send({ path: convertedPath })
      judge.expectEach([status], [500], name)
    }
    judge.expect(peer.seen >= answers.length, 'the webhook was not asked')
    const stored = await target.send({ path: convertedPath.replace('v2', 'v1') })
    judge.expect(stored.status === 200 && stored.text.includes('"a":"b"'), 'the stored object has changed')
    peer.close()
  },
}
