// Our server with authentication and authorization on: its user is found by a bearer token.
import { createServer as createHttp2Server } from 'node:http2'
import { builtInPlugins } from '../../packages/admission/dist/index.js'
import { defineAdmissionPlugin } from '../../packages/admission/dist/define/define.js'
import { tokenFileTokenAuthenticator, parseTokenFile } from '../../packages/authn/dist/index.js'
import { startControllers } from '../../packages/controllers/dist/index.js'
import { createServer, listen, toHttp2Listener } from '../../packages/server/dist/index.js'
import { createMemoryStore } from '../../packages/store/dist/memory/index.js'
import { fill, podTemplate } from './objects.mjs'
import { storePods } from './stored-pods.mjs'

const token = 'bench-token-0123456789abcdef'

const policyVersion = 'admissionregistration.k8s.io/v1'

/** A policy of three validations with its binding. */
const threeValidations = [
  {
    kind: 'ValidatingAdmissionPolicy',
    spec: {
      matchConstraints: {
        resourceRules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['*'] }],
      },
      validations: [
        { expression: "has(object.metadata.labels) && object.metadata.labels.app != 'forbidden'" },
        { expression: "object.metadata.name.startsWith('new-') || request.operation != 'CREATE'" },
        { expression: "object.metadata.labels.all(key, size(key) < 64) && request.userInfo.username != ''" },
      ],
    },
  },
  { kind: 'ValidatingAdmissionPolicyBinding', spec: { policyName: 'three', validationActions: ['Deny'] } },
]

const rules = [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['*'] }]
const admissionOptions = {
  none: { admissionControl: { disable: builtInPlugins.filter(({ isDefault }) => isDefault).map(({ name }) => name) } },
  'validating plugin': {
    admission: [
      defineAdmissionPlugin({
        name: 'Looks',
        rules,
        validate({ object, deny }) {
          if (object.metadata.labels?.team === 'nobody') deny('team nobody owns nothing')
        },
      }),
    ],
  },
  'mutating plugin': {
    admission: [
      defineAdmissionPlugin({
        name: 'Labels',
        rules,
        mutate({ draft }) {
          draft.metadata.labels ??= {}
          draft.metadata.labels.team ??= 'none'
        },
      }),
    ],
  },
}

/**
 * `pods`: how many the server holds from the start; `stored`: the same, as a server finds them that is started with them;
 * `admission`: `none` of the built-in plugins, or one more that only judges, or that changes; or a `policy` of three
 * validations; `controllers`: those that run; `warm`: the pods of another server that is started before, so that the code is
 * compiled.
 */
export async function start({ pods = 0, stored, warm = 0, admission, controllers }) {
  if (warm > 0) await start({ pods: warm })
  const store = stored === undefined ? undefined : createMemoryStore()
  const server = await createServer({
    vocabulary: 'kubernetes',
    ...(store === undefined ? {} : { store }),
    ...admissionOptions[admission],
    tokenAuthenticators: [tokenFileTokenAuthenticator(parseTokenFile(`${token},bench,bench-uid,"system:masters"`))],
  })
  const account = { metadata: { name: 'default' } }
  await server.client({ apiVersion: 'v1', kind: 'ServiceAccount' }).namespace('default').create(account)
  for (const { kind, spec } of admission === 'policy' ? threeValidations : []) {
    await server.client({ apiVersion: policyVersion, kind }).create({ metadata: { name: 'three' }, spec })
  }
  const client = server.client({ apiVersion: 'v1', kind: 'Pod' }).namespace('default')
  const template = JSON.stringify(podTemplate())
  const seed = async ({ from, to }) => {
    for (let number = from; number < to; number++) await client.create(JSON.parse(fill(template, number)))
  }
  await seed({ from: 0, to: pods })
  const fillStore = async (range) => {
    if (store.get('/registry/pods/default/pod-0') === undefined) await seed({ from: 0, to: 1 })
    storePods(store, range)
    store.compact(store.revision())
  }
  if (stored !== undefined) await fillStore({ from: 1, to: stored })
  if (controllers !== undefined) await startControllers({ client: server.connect(), controllers }).started
  const forkServer = async () => {
    const fork = await server.fork()
    await new Promise((resolve) => setTimeout(resolve, 100))
    await fork.close()
  }
  const compactStore = () => store.compact(store.revision())
  const http1 = await listen(server.handle)
  const settings = { settings: { initialWindowSize: 262_144, maxConcurrentStreams: 1_000 }, maxSessionMemory: 1_000 }
  const http2 = createHttp2Server(settings).on('stream', toHttp2Listener(server.handle))
  http2.on('session', (session) => session.setLocalWindowSize(26_214_400))
  http2.on('sessionError', () => {})
  await new Promise((resolve) => http2.listen(0, '127.0.0.1', resolve))
  const tls = await server.listen()
  return {
    token,
    ports: { http1: http1.port, https: tls.port, http2: http2.address().port, tls: tls.port },
    seed,
    fillStore,
    forkServer,
    compactStore,
  }
}
