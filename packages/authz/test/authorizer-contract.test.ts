import { kubernetesVocabulary, type ApiObject } from '@pinnace/meta'
import { authorizerContract } from '@pinnace/testing'
import { describe, it } from 'vitest'
import {
  alwaysAllow,
  alwaysDeny,
  createAbacAuthorizer,
  createNodeAuthorizer,
  createNodeGraph,
  createWebhookAuthorizer,
  firstDecision,
  openPaths,
  parseAbacPolicies,
  privilegedGroup,
  type Authorizer,
  type WebhookTransport,
} from '../src/index.ts'

const vocabulary = kubernetesVocabulary
const runner = { describe, it }
const jane = { username: 'jane', groups: ['devs'] }
const joe = { username: 'joe', groups: ['ops'] }
const root = { username: 'root', groups: ['system:masters'] }
const getPods = { verb: 'get', resource: 'pods', namespace: 'default', name: 'a' }
const unavailable: Authorizer = () => {
  throw new Error('no connection')
}

authorizerContract(
  'alwaysAllow',
  {
    create: () => alwaysAllow,
    decisions: [{ attributes: { user: jane, ...getPods }, effect: 'allow', reason: 'always allowed' }],
    limits: { decidesEverything: true },
  },
  runner,
)

authorizerContract(
  'alwaysDeny',
  {
    create: () => alwaysDeny,
    decisions: [{ attributes: { user: jane, ...getPods }, effect: 'deny', reason: 'Everything is forbidden.' }],
    limits: { decidesEverything: true },
  },
  runner,
)

authorizerContract(
  'privilegedGroup',
  {
    create: () => privilegedGroup(),
    decisions: [
      { attributes: { user: root, ...getPods }, effect: 'allow', reason: '' },
      { attributes: { user: jane, ...getPods }, effect: 'noOpinion' },
    ],
  },
  runner,
)

authorizerContract(
  'openPaths',
  {
    create: () => openPaths(['/healthz', '/livez/*']),
    decisions: [
      { attributes: { user: jane, path: '/healthz' }, effect: 'allow' },
      { attributes: { user: jane, path: '/livez/ping' }, effect: 'allow' },
      { attributes: { user: jane, verb: 'post', path: '/healthz' }, effect: 'noOpinion' },
      { attributes: { user: jane, resource: '/healthz' }, effect: 'noOpinion' },
    ],
    limits: { ignoresUser: true },
  },
  runner,
)

const line = (spec: object): string =>
  JSON.stringify({ apiVersion: 'abac.authorization.kubernetes.io/v1beta1', kind: 'Policy', spec })
authorizerContract(
  'ABAC',
  {
    create: () =>
      createAbacAuthorizer(
        parseAbacPolicies(
          [
            line({ user: 'jane', namespace: '*', resource: 'pods', readonly: true }),
            line({ group: 'ops', nonResourcePath: '/metrics' }),
          ].join('\n'),
          'policy.jsonl',
          vocabulary,
        ),
      ),
    decisions: [
      { attributes: { user: jane, ...getPods }, effect: 'allow' },
      { attributes: { user: joe, path: '/metrics' }, effect: 'allow' },
      { attributes: { user: jane, ...getPods, verb: 'delete' }, effect: 'noOpinion', reason: 'No policy matched.' },
      { attributes: { user: joe, ...getPods }, effect: 'noOpinion' },
    ],
  },
  runner,
)

const node = { username: 'system:node:a', groups: ['system:nodes'] }
const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', namespace: 'n', uid: 'u' },
  spec: { nodeName: 'a', volumes: [{ name: 'x', secret: { secretName: 's' } }] },
} as ApiObject
authorizerContract(
  'Node',
  {
    create() {
      const graph = createNodeGraph(vocabulary)
      graph.set('pods', pod)
      const rules = [{ verbs: ['get', 'list', 'watch'], apiGroups: [''], resources: ['services'] }]
      return createNodeAuthorizer({ vocabulary, graph, rules })
    },
    decisions: [
      { attributes: { user: node, verb: 'list', resource: 'services' }, effect: 'allow' },
      { attributes: { user: node, verb: 'get', resource: 'secrets', namespace: 'n', name: 's' }, effect: 'allow' },
      {
        attributes: { user: node, verb: 'get', resource: 'secrets', namespace: 'n', name: 'other' },
        effect: 'noOpinion',
        reason: "no relationship found between node 'a' and this object",
      },
      { attributes: { user: jane, ...getPods }, effect: 'noOpinion' },
    ],
  },
  runner,
)

/** A service that allows jane to read, and denies her to write. */
const remote: WebhookTransport = {
  async post(body) {
    const { apiVersion, kind, spec } = JSON.parse(body) as {
      readonly apiVersion: string
      readonly kind: string
      readonly spec: { readonly user?: string; readonly resourceAttributes?: { readonly verb?: string } }
    }
    const isJane = spec.user === 'jane'
    const isRead = spec.resourceAttributes?.verb === 'get'
    const status = { allowed: isJane && isRead, denied: isJane && !isRead, reason: isJane ? 'it is jane' : '' }
    return { status: 200, headers: {}, body: JSON.stringify({ apiVersion, kind, status }) }
  },
}
const unreachable: WebhookTransport = { post: () => Promise.reject(new Error('no connection')) }
const webhookDecisions = [
  { attributes: { user: jane, ...getPods }, effect: 'allow', reason: 'it is jane' },
  { attributes: { user: jane, ...getPods, verb: 'delete' }, effect: 'deny', reason: 'it is jane' },
  { attributes: { user: joe, ...getPods }, effect: 'noOpinion', reason: '' },
] as const
for (const failurePolicy of ['noOpinion', 'deny'] as const) {
  authorizerContract(
    `Webhook, with the failure policy ${failurePolicy}`,
    {
      create: () => createWebhookAuthorizer({ vocabulary, transport: remote, failurePolicy }),
      createFailing: () => createWebhookAuthorizer({ vocabulary, transport: unreachable, failurePolicy }),
      decisions: webhookDecisions,
    },
    runner,
  )
}

authorizerContract(
  'firstDecision',
  {
    create: () =>
      firstDecision([
        privilegedGroup(),
        createWebhookAuthorizer({ vocabulary, transport: remote }),
        ({ user }) => ({ effect: user.username === 'joe' ? 'allow' : 'noOpinion', reason: 'the last one' }),
      ]),
    createFailing: () => firstDecision([unavailable, () => ({ effect: 'noOpinion', reason: '' })]),
    decisions: [
      { attributes: { user: root, ...getPods }, effect: 'allow', reason: '' },
      ...webhookDecisions.slice(0, 2),
      { attributes: { user: joe, ...getPods }, effect: 'allow', reason: 'the last one' },
      { attributes: { user: { username: 'jim' }, ...getPods }, effect: 'noOpinion', reason: 'the last one' },
    ],
  },
  runner,
)
