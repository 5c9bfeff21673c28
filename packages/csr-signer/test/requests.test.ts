import { platformVocabulary } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import {
  collectionReason,
  collectionTime,
  createBuiltInSigners,
  isNodeClientCert,
  isNodeServingCert,
  isSelfNodeClientCert,
  requestRecognizers,
  requestState,
  type CertificateSigningRequestLike,
  type SigningRequest,
} from '../src/index.ts'
import { anAuthority, aRequest, asking, clock, issued, jane, startMs, vocabulary } from './support/fixtures.ts'

const { apiserverClient, nodeClient, nodeServing } = vocabulary.signers
const node = { commonName: 'system:node:a', organizations: ['system:nodes'] }
const usages = ['key encipherment', 'digital signature', 'client auth']
const serving = ['digital signature', 'server auth']

const by = (request: SigningRequest, username: string): SigningRequest => ({ ...request, user: { ...jane, username } })

describe('a request is recognized', () => {
  it('as one of a node for itself, of another user for a node, or neither', async () => {
    const forNode = asking(nodeClient, await aRequest(node), usages)
    const forServer = asking(nodeServing, await aRequest({ ...node, dnsNames: ['a'] }), serving)
    const cases: Record<string, SigningRequest> = {
      self: by(forNode, 'system:node:a'),
      'another node': by(forNode, 'system:node:b'),
      bootstrap: by(forNode, 'system:bootstrap:abc'),
      'another signer': { ...by(forNode, 'system:node:a'), signerName: apiserverClient },
      'other usages': { ...by(forNode, 'system:node:a'), usages: ['client auth'] },
      'no node': by(asking(nodeClient, await aRequest({ commonName: 'jane' }), usages), 'jane'),
      serving: by(forServer, 'system:node:a'),
      'serving of another': by({ ...forServer, signerName: nodeClient }, 'system:node:a'),
    }
    const recognized = Object.entries(cases).map(([name, request]) => [
      name,
      isSelfNodeClientCert(request, vocabulary),
      isNodeClientCert(request, vocabulary),
      isNodeServingCert(request, vocabulary),
    ])
    expect(recognized).toEqual([
      ['self', true, true, false],
      ['another node', false, true, false],
      ['bootstrap', false, true, false],
      ['another signer', false, false, false],
      ['other usages', false, false, false],
      ['no node', false, false, false],
      ['serving', false, false, true],
      ['serving of another', false, false, false],
    ])
    const recognizers = requestRecognizers(vocabulary)
    const tried = (request: SigningRequest): string[] =>
      recognizers.filter((each) => each.recognizes(request)).map(({ subresource }) => subresource)
    expect(tried(cases['self']!)).toEqual(['selfnodeclient', 'nodeclient'])
    expect(tried(cases['bootstrap']!)).toEqual(['nodeclient'])
    expect(tried(cases['serving']!)).toEqual([])
  })

  it('and approved with the messages of the vocabulary', () => {
    expect(requestRecognizers(vocabulary).map(({ message }) => message)).toEqual([
      'Auto approving self kubelet client certificate after SubjectAccessReview.',
      'Auto approving kubelet client certificate after SubjectAccessReview.',
    ])
    expect(requestRecognizers(platformVocabulary)[1]!.message).toBe(
      'Auto approving node-agent client certificate after SubjectAccessReview.',
    )
  })
})

type Status = NonNullable<CertificateSigningRequestLike['status']>

const hour = 3_600_000
const at = (ms: number): string => new Date(ms).toISOString()
const given = (status: Status, madeMs = startMs): CertificateSigningRequestLike => ({
  apiVersion: 'certificates.k8s.io/v1',
  kind: 'CertificateSigningRequest',
  metadata: { name: 'a', creationTimestamp: at(madeMs) },
  spec: { request: '', signerName: 'a.b/c' },
  status,
})
const has = (...types: string[]): Status => ({
  conditions: types.map((type) => ({ type, status: 'True', lastUpdateTime: at(startMs) })),
})

describe('a request', () => {
  it.each<[state: string, status: Status]>([
    ['pending', {}],
    ['pending', { conditions: [] }],
    ['approved', has('Approved')],
    ['denied', has('Denied')],
    ['denied', { ...has('Denied', 'Approved'), certificate: 'AAAA' }],
    ['failed', has('Approved', 'Failed')],
    ['issued', { ...has('Approved'), certificate: 'AAAA' }],
  ])('is %s', (state, status) => {
    expect(requestState(given(status))).toBe(state)
  })

  it.each<[what: string, status: Status, staysMs: number, reason: string]>([
    ['pending', {}, 24 * hour, 'unhandled for more than 24h'],
    ['approved', has('Approved'), hour, 'approved more than 1h ago and not issued'],
    ['issued', { ...has('Approved'), certificate: 'AAAA' }, hour, 'approved and issued more than 1h ago'],
    ['denied', has('Denied'), hour, 'denied more than 1h ago'],
    ['failed', has('Failed'), hour, 'failed more than 1h ago'],
  ])('%s is kept for a time', (_, status, staysMs, reason) => {
    expect(collectionReason(given(status), startMs + staysMs)).toBeUndefined()
    expect(collectionReason(given(status), startMs + staysMs + 1)).toBe(reason)
    expect(collectionTime(given(status))).toBe(startMs + staysMs + 1)
  })

  it('with another condition is kept', () => {
    expect(collectionReason(given(has('Other')), startMs + 1000 * hour)).toBeUndefined()
    expect(collectionTime(given(has('Other')))).toBeUndefined()
  })

  it('is not kept longer than its certificate', async () => {
    const [signer] = createBuiltInSigners({ vocabulary, authority: await anAuthority(), clock })
    const request = await aRequest({ commonName: 'jane' })
    const pem = await issued(signer!, asking(apiserverClient, request, ['client auth'], 600))
    const status = { ...has('Approved'), certificate: Buffer.from(pem).toString('base64') }
    expect(collectionReason(given(status), startMs + 600_000)).toBeUndefined()
    expect(collectionReason(given(status), startMs + 600_001)).toBe('its certificate has expired')
    expect(collectionTime(given(status))).toBe(startMs + 600_001)
  })

  it('with a malformed certificate is kept as if it had none', () => {
    expect(collectionReason(given({ ...has('Other'), certificate: 'AAAA' }), startMs + 1000 * hour)).toBeUndefined()
  })
})
