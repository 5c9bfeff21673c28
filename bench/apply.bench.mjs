// Server-side apply and field ownership, through `handle` in this process. The pod is the one of the other scenarios with
// all that a deployment gives it; its managedFields are about as long as itself.
import { createFieldManager } from '../packages/apply/dist/index.js'
import { kubernetesVocabulary } from '../packages/meta/dist/index.js'
import { loadType, loadTypeTables } from '../packages/types/dist/index.js'
import { compileDecoder } from '../packages/schema/dist/index.js'
import { createServer } from '../packages/server/dist/index.js'

export const title = 'Apply and ownership (bare is an update of the same pod, or the whole request)'

const pods = '/api/v1/namespaces/default/pods'
const many = 200

export async function run(kit) {
  const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
  const send = sender(server)
  const pod = (name, at = '1') => withName(podTemplate(), name, at)
  const put = (name) => {
    let at = 0
    return repeat(() => send('PUT', `${pods}/${name}?fieldManager=writer`, 'application/json', pod(name, String(++at))))
  }
  const apply = (name, next) =>
    repeat(() => send('PATCH', `${pods}/${name}?fieldManager=one`, 'application/apply-patch+yaml', pod(name, next())))

  for (const name of ['put', 'same', 'other', 'reset']) {
    await send('PATCH', `${pods}/${name}?fieldManager=one`, 'application/apply-patch+yaml', pod(name))
  }
  await send('PATCH', `${pods}/reset`, 'application/merge-patch+json', { metadata: { managedFields: [{}] } })
  const stored = JSON.parse(await send('GET', `${pods}/same`))
  kit.row({ name: 'bytes of the pod', ours: JSON.stringify(pod('same')).length, unit: 'bytes' })
  kit.row({
    name: 'bytes of its managedFields',
    ours: JSON.stringify(stored.metadata.managedFields).length,
    unit: 'bytes',
  })

  const compare = (name, ours, aim) => kit.compare({ name, operations: many, ours, bare: put('put'), aim })
  await compare(
    'apply, unchanged / update',
    apply('same', () => '1'),
    1.5,
  )
  let at = 0
  await compare(
    'apply, changed / update',
    apply('other', () => String(++at)),
    2,
  )
  await tracking(kit, { send, pod, stored, update: put('put'), untracked: put('reset') })
}

// What it costs to keep track: all of it, from an update of a pod whose owners were reset and which is not tracked since
// (4/3 is a quarter of the request); and the tracking alone beside the request it is part of.
async function tracking(kit, { send, pod, stored, update, untracked }) {
  await kit.compare({
    name: 'update, tracked / not tracked',
    operations: many,
    ours: update,
    bare: untracked,
    aim: 4 / 3,
  })
  await loadTypeTables(['core.v1.Pod'])
  const schema = loadType('core.v1.Pod')
  const decode = compileDecoder(schema, { goSemantics: true })
  const manager = createFieldManager({
    schema,
    apiVersion: 'v1',
    vocabulary: kubernetesVocabulary,
    clock: { now: () => 1_700_000_000_000 },
    emptyObject: () => decode({ metadata: {} }, undefined),
  })
  const object = () => decode(pod('tracked'), undefined)
  const next = object()
  const changed = { ...stored, metadata: { ...stored.metadata, annotations: { at: 'other' } } }
  const live = deepFreeze(stored)
  let number = 0
  const row = (name, request, track) =>
    kit.compare({ name, operations: many, ours: repeat(track), bare: request, aim: 0.25 })
  await row(
    'tracking of a create / create',
    repeat(() => send('POST', `${pods}?fieldManager=writer`, 'application/json', pod(`new-${++number}`))),
    () => void manager.trackUpdate({ live: undefined, next, manager: 'writer' }),
  )
  await row(
    'tracking of an update / update',
    update,
    () => void manager.trackUpdate({ live, next: changed, manager: 'writer' }),
  )
}

function repeat(once) {
  return async () => {
    for (let index = 0; index < many; index++) await once()
  }
}

/** Requests without sockets; a failure ends the run. */
function sender(server) {
  const signal = new AbortController().signal
  return async (method, target, contentType, value) => {
    const bytes = value === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(value))
    const headers = { 'content-type': contentType, 'user-agent': 'bench/1' }
    const { status, body } = await server.handle({
      method,
      target,
      rawHeaders: Object.entries(headers).flat(),
      header: (name) => headers[name],
      body: async () => bytes,
      signal,
      remoteAddress: '127.0.0.1',
    })
    if (status >= 300) throw new Error(`${method} ${target}: ${status} ${String(body)}`)
    return method === 'GET' ? Buffer.concat([body].flat()).toString() : ''
  }
}

function withName(template, name, at) {
  return { ...template, metadata: { ...template.metadata, name, annotations: { at } } }
}

function podTemplate() {
  const container = (name) => ({
    name,
    image: `registry.example/app/${name}:1.2.3`,
    args: ['--verbose', '--port=80'],
    env: [
      { name: 'A', value: '1' },
      { name: 'B', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } } },
    ],
    ports: [{ containerPort: 80, protocol: 'TCP', name: 'http' }],
    resources: { limits: { cpu: '500m', memory: '128Mi' }, requests: { cpu: '250m', memory: '64Mi' } },
    volumeMounts: [{ name: 'v', mountPath: '/data' }],
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    imagePullPolicy: 'IfNotPresent',
    livenessProbe: { httpGet: { path: '/healthz', port: 80, scheme: 'HTTP' }, periodSeconds: 10, timeoutSeconds: 1 },
  })
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: '', namespace: 'default', labels: { app: 'x', tier: 'web', team: 'a' } },
    spec: {
      containers: [container('main'), container('side')],
      volumes: [{ name: 'v', emptyDir: {} }],
      restartPolicy: 'Always',
      dnsPolicy: 'ClusterFirst',
      schedulerName: 'default-scheduler',
      securityContext: {},
      terminationGracePeriodSeconds: 30,
      tolerations: [{ key: 'a', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 }],
    },
  }
}

function deepFreeze(value) {
  if (typeof value !== 'object' || value === null) return value
  for (const key of Object.keys(value)) deepFreeze(value[key])
  return Object.freeze(value)
}
