import type { Transport } from '@pinnace/client'
import type { UserName } from './side.ts'
import { gadgets, subjects, target, type Subject } from './targets.ts'

/** One call, and how it is named. */
export interface ParityCall {
  readonly title: string
  /** @default 'admin' */
  readonly user?: UserName
  run(transport: Transport): Promise<unknown>
}

// The types of the client refuse what the server must refuse too: these calls are made past them.
type Loose = Record<string, unknown>
const loose = <T>(options: Loose): T => options as T

const longName = 'm'.repeat(200)

function ofSubject(subject: Subject): readonly ParityCall[] {
  const { title, make, change, invalid } = subject
  const all = target(subject)
  const named = target(subject, 'one')
  const none = target(subject, 'none')
  const call = (what: string, run: ParityCall['run'], user?: UserName): ParityCall => ({
    title: `${title}: ${what}`,
    run,
    ...(user === undefined ? {} : { user }),
  })
  const create = (what: string, object: object, options: Loose = {}): ParityCall =>
    call(`create ${what}`, (transport) => transport.create(all, object, loose(options)))
  const list = (what: string, options: Loose): ParityCall =>
    call(`list ${what}`, (transport) => transport.list(all, loose(options)))
  const watch = (what: string, options: Loose): ParityCall =>
    call(`watch ${what}`, (transport) => firstEvent(transport, all, options))
  const patch = (what: string, body: unknown, options: Loose = {}): ParityCall =>
    call(`patch ${what}`, (transport) => transport.patch(named, body, loose(options)))
  const apply = (what: string, object: object, options: Loose): ParityCall =>
    call(`apply ${what}`, (transport) => transport.apply(named, object, loose(options)))
  const remove = (what: string, name: string, options: Loose = {}): ParityCall =>
    call(`delete ${what}`, (transport) => transport.delete(target(subject, name), loose(options)))
  const configuration = { metadata: { name: 'one' }, ...change }

  return [
    create('as a dry run', make('one'), { dryRun: true }),
    create('an object', make('one'), { fieldManager: 'parity' }),
    create('a name that is taken', make('one')),
    create('an invalid object', { ...make('two'), ...invalid }),
    create('an invalid name', make('Not Valid')),
    create('without a name', { ...make('x'), metadata: {} }),
    create('with a generated name', { ...make('x'), metadata: { generateName: 'gen-' } }, { dryRun: true }),
    create('with an unknown field', { ...make('two'), unknown: 1 }),
    create(
      'with an unknown field and a warning',
      { ...make('two'), unknown: 1 },
      { fieldValidation: 'Warn', dryRun: true },
    ),
    create(
      'with an unknown field, ignored',
      { ...make('two'), unknown: 1 },
      { fieldValidation: 'Ignore', dryRun: true },
    ),
    create('with a bad fieldValidation', make('two'), { fieldValidation: 'Sometimes' }),
    create('with a field manager of 200 characters', make('two'), { fieldManager: longName }),
    create('with an unprintable field manager', make('two'), { fieldManager: 'a\u0007b' }),
    create('of another kind', { ...make('two'), kind: 'Other' }),
    create('of another version', { ...make('two'), apiVersion: 'other/v9' }),
    create('in another namespace', { ...make('two'), metadata: { name: 'two', namespace: 'other' } }),
    create('with a resourceVersion', { ...make('two'), metadata: { name: 'two', resourceVersion: '1' } }),
    create('with undefined members and a date', {
      ...make('dated'),
      status: undefined,
      metadata: { name: 'dated', annotations: { at: new Date(0), gone: undefined } },
    }),
    call('get', (transport) => transport.get(named, {})),
    call('get what does not exist', (transport) => transport.get(none, {})),
    call('get at a version', (transport) => transport.get(named, { resourceVersion: '0' })),
    call('get at a bad version', (transport) => transport.get(named, { resourceVersion: 'x' })),
    call('get metadata only', (transport) => transport.get({ ...named, metadataOnly: true }, {})),
    call('get without permission', (transport) => transport.get(named, {}), 'nobody'),
    list('everything', {}),
    list('by a label', { labelSelector: 'app=a' }),
    list('by a bad label selector', { labelSelector: '=,' }),
    list('by a name', { fieldSelector: 'metadata.name=one' }),
    list('by an unknown field', { fieldSelector: 'spec.nothing=1' }),
    list('by a bad field selector', { fieldSelector: 'a' }),
    list('a page', { limit: 1 }),
    list('with a bad limit', { limit: 'x' }),
    list('with a bad continue token', { limit: 1, continue: 'x' }),
    list('at version 0', { resourceVersion: '0' }),
    list('at a bad version', { resourceVersion: '-1' }),
    list('with a bad resourceVersionMatch', { resourceVersion: '1', resourceVersionMatch: 'Bogus' }),
    list('with a resourceVersionMatch alone', { resourceVersionMatch: 'Exact' }),
    list('exactly at version 0', { resourceVersion: '0', resourceVersionMatch: 'Exact' }),
    call('list metadata only', (transport) => transport.list({ ...all, metadataOnly: true }, {})),
    call('list without permission', (transport) => transport.list(all, {}), 'nobody'),
    watch('from the state on', {}),
    watch('by a name', { fieldSelector: 'metadata.name=one' }),
    watch('with a bad label selector', { labelSelector: '=,' }),
    watch('at a bad version', { resourceVersion: 'x' }),
    watch('with initial events and no match', { sendInitialEvents: true }),
    watch('with initial events', { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' }),
    call('watch without permission', (transport) => firstEvent(transport, all, {}), 'nobody'),
    call('update', async (transport) => {
      const live = await transport.get(named, {})
      return transport.update(named, merged(live, change), { fieldManager: 'parity' })
    }),
    call('update as a dry run', async (transport) =>
      transport.update(named, await transport.get(named, {}), { dryRun: true }),
    ),
    call('update with a stale version', async (transport) => {
      const live = await transport.get(named, {})
      return transport.update(named, { ...live, metadata: { ...live.metadata, resourceVersion: '1' } }, {})
    }),
    call('update with another uid', async (transport) => {
      const live = await transport.get(named, {})
      return transport.update(named, { ...live, metadata: { ...live.metadata, uid: 'other' } }, {})
    }),
    call('update of another name', (transport) => transport.update(named, make('other'), {})),
    call('update what does not exist', (transport) => transport.update(none, make('none'), {})),
    call('update with an invalid object', async (transport) =>
      transport.update(named, { ...(await transport.get(named, {})), ...invalid }, {}),
    ),
    call('update without permission', (transport) => transport.update(named, make('one'), {}), 'reader'),
    patch('by merge', { metadata: { labels: { patched: 'merge' } } }),
    patch('by JSON patch', [{ op: 'add', path: '/metadata/labels/json', value: 'yes' }], { type: 'json' }),
    patch('by a strategic merge patch', { metadata: { labels: { strategic: 'yes' } } }, { type: 'strategic' }),
    patch('by a JSON patch that fails', [{ op: 'test', path: '/metadata/name', value: 'x' }], { type: 'json' }),
    patch('by a JSON patch of no such path', [{ op: 'remove', path: '/nothing' }], { type: 'json' }),
    patch('by a JSON patch that is no list', { op: 'remove' }, { type: 'json' }),
    patch('by a merge patch that is a list', []),
    patch('to an invalid label', { metadata: { labels: { app: 'not valid!' } } }),
    patch('with an unknown field', { unknown: 1 }),
    patch('with force', { metadata: {} }, { force: true }),
    patch('with a bad field manager', { metadata: {} }, { fieldManager: longName }),
    patch('as a dry run', { metadata: { labels: { dry: 'run' } } }, { dryRun: true }),
    call('patch what does not exist', (transport) => transport.patch(none, {}, {})),
    call('patch without permission', (transport) => transport.patch(named, {}, {}), 'reader'),
    apply('a configuration', configuration, { fieldManager: 'applier', force: true }),
    apply('in conflict', configuration, { fieldManager: 'another' }),
    apply(
      'by force',
      { metadata: { name: 'one', labels: { applied: 'yes' } } },
      { fieldManager: 'another', force: true },
    ),
    apply('without a field manager', configuration, { fieldManager: '' }),
    apply('a new object as a dry run', { ...make('one') }, { fieldManager: 'dry', force: true, dryRun: true }),
    call('delete with a bad propagation policy', (transport) =>
      transport.delete(named, loose({ propagationPolicy: 'Bogus' })),
    ),
    remove('with another uid', 'one', { preconditions: { uid: 'other' } }),
    remove('with a stale version', 'one', { preconditions: { resourceVersion: '1' } }),
    remove('as a dry run', 'one', { dryRun: true }),
    call('delete without permission', (transport) => transport.delete(named, {}), 'reader'),
    ...subject.subresources.flatMap((subresource) => ofSubresource(subject, subresource)),
    remove('in the foreground', 'one', { propagationPolicy: 'Foreground', gracePeriodSeconds: 0 }),
    remove('what does not exist', 'none'),
    call('delete a collection without permission', (transport) => transport.deleteCollection(all, {}, {}), 'reader'),
    call('delete a collection by a bad selector', (transport) =>
      transport.deleteCollection(all, { labelSelector: '=,' }, {}),
    ),
    call('delete a collection with a bad policy', (transport) =>
      transport.deleteCollection(all, { labelSelector: 'app=a' }, loose({ propagationPolicy: 'Bogus' })),
    ),
    call('delete a collection', (transport) =>
      transport.deleteCollection(all, { fieldSelector: 'metadata.name=dated' }, { gracePeriodSeconds: 0 }),
    ),
    call('a subresource that does not exist', (transport) => transport.get(target(subject, 'one', 'nothing'), {})),
  ]
}

function ofSubresource(subject: Subject, subresource: 'status' | 'scale'): readonly ParityCall[] {
  const named = target(subject, 'one', subresource)
  const none = target(subject, 'none', subresource)
  const call = (what: string, run: ParityCall['run'], user?: UserName): ParityCall => ({
    title: `${subject.title}: ${subresource}: ${what}`,
    run,
    ...(user === undefined ? {} : { user }),
  })
  const patched = subresource === 'scale' ? { spec: { replicas: 4 } } : { metadata: { annotations: { by: 'status' } } }
  const scale = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'one' }, spec: { replicas: 5 } }
  return [
    call('get', (transport) => transport.get(named, {})),
    call('get what does not exist', (transport) => transport.get(none, {})),
    call('update', async (transport) => transport.update(named, await transport.get(named, {}), {})),
    call('update of another name', async (transport) =>
      transport.update(named, merged(await transport.get(named, {}), { metadata: { name: 'other' } }), {}),
    ),
    call('patch', (transport) => transport.patch(named, patched, {})),
    call('patch by JSON patch', (transport) =>
      transport.patch(named, [{ op: 'test', path: '/metadata/name', value: 'x' }], { type: 'json' }),
    ),
    call('patch as a dry run', (transport) => transport.patch(named, patched, { dryRun: true })),
    call('patch without permission', (transport) => transport.patch(named, patched, {}), 'nobody'),
    call('create', (transport) => transport.create(named, { metadata: { name: 'one' } }, {})),
    ...(subresource === 'scale'
      ? [
          call('apply', (transport) =>
            transport.apply({ ...named, definition: scaleOf(subject) }, scale, { fieldManager: 'scaler', force: true }),
          ),
          call('to a negative number', (transport) => transport.patch(named, { spec: { replicas: -1 } }, {})),
        ]
      : []),
  ]
}

// Over HTTP an apply sends the kind of its body; of a scale that is another than the resource's.
function scaleOf({ definition }: Subject): Subject['definition'] {
  return { ...definition, kind: 'Scale' }
}

const resource = (
  group: string,
  version: string,
  name: string,
  kind: string,
  scope: 'Namespaced' | 'Cluster',
): Subject['definition'] => ({
  group,
  version,
  resource: name,
  kind,
  scope,
})

const namespaces = { definition: resource('', 'v1', 'namespaces', 'Namespace', 'Cluster'), namespace: '' }
const pods = { definition: resource('', 'v1', 'pods', 'Pod', 'Namespaced'), namespace: 'default' }
const accounts = {
  definition: resource('', 'v1', 'serviceaccounts', 'ServiceAccount', 'Namespaced'),
  namespace: 'default',
}
const bindings = { definition: resource('', 'v1', 'bindings', 'Binding', 'Namespaced'), namespace: 'default' }
const unknown = { definition: resource('nothing.dev', 'v1', 'things', 'Thing', 'Namespaced'), namespace: 'default' }
const priorities = {
  definition: resource('flowcontrol.apiserver.k8s.io', 'v1beta3', 'flowschemas', 'FlowSchema', 'Cluster'),
  namespace: '',
}
const reviews = (
  group: string,
  name: string,
  kind: string,
  scope: 'Namespaced' | 'Cluster' = 'Cluster',
): Pick<Subject, 'definition' | 'namespace'> => ({
  definition: resource(`${group}.k8s.io`, 'v1', name, kind, scope),
  namespace: scope === 'Cluster' ? '' : 'default',
})
const tokenReviews = reviews('authentication', 'tokenreviews', 'TokenReview')
const accessReviews = reviews('authorization', 'subjectaccessreviews', 'SubjectAccessReview')
const selfReviews = reviews('authorization', 'selfsubjectaccessreviews', 'SelfSubjectAccessReview')
const localReviews = reviews('authorization', 'localsubjectaccessreviews', 'LocalSubjectAccessReview', 'Namespaced')
const ruleReviews = reviews('authorization', 'selfsubjectrulesreviews', 'SelfSubjectRulesReview')

/** What kinds answer that are not stored, and the verbs only some kinds have. */
const others: readonly ParityCall[] = [
  { title: 'deletecollection of namespaces', run: (t) => t.deleteCollection(target(namespaces), {}, {}) },
  {
    title: 'finalize of a namespace',
    run: async (t) =>
      t.update(target(namespaces, 'default', 'finalize'), await t.get(target(namespaces, 'default'), {}), {}),
  },
  { title: 'list of token reviews', run: (t) => t.list(target(tokenReviews), {}) },
  { title: 'get of a token review', run: (t) => t.get(target(tokenReviews, 'x'), {}) },
  { title: 'delete of a token review', run: (t) => t.delete(target(tokenReviews, 'x'), {}) },
  { title: 'watch of token reviews', run: (t) => firstEvent(t, target(tokenReviews), {}) },
  { title: 'a token review', run: (t) => t.create(target(tokenReviews), { spec: { token: 'garbage' } }, {}) },
  {
    title: 'a token review without permission',
    user: 'reader',
    run: (t) => t.create(target(tokenReviews), { spec: { token: 'x' } }, {}),
  },
  {
    title: 'an access review',
    run: (t) =>
      t.create(
        target(accessReviews),
        { spec: { user: 'reader', resourceAttributes: { verb: 'get', resource: 'pods' } } },
        {},
      ),
  },
  { title: 'an access review of nothing', run: (t) => t.create(target(accessReviews), { spec: {} }, {}) },
  {
    title: 'an access review of one’s own',
    user: 'reader',
    run: (t) =>
      t.create(
        target(selfReviews),
        { spec: { resourceAttributes: { verb: 'get', resource: 'pods', namespace: 'default' } } },
        {},
      ),
  },
  {
    title: 'an access review in another namespace',
    run: (t) =>
      t.create(
        target(localReviews),
        { spec: { user: 'a', resourceAttributes: { namespace: 'other', verb: 'get' } } },
        {},
      ),
  },
  {
    title: 'a rules review',
    user: 'reader',
    run: (t) => t.create(target(ruleReviews), { spec: { namespace: 'default' } }, {}),
  },
  { title: 'a rules review without a namespace', run: (t) => t.create(target(ruleReviews), { spec: {} }, {}) },
  {
    title: 'a pod to act on',
    run: (t) =>
      t.create(target(pods), { metadata: { name: 'acted' }, spec: { containers: [{ name: 'c', image: 'i' }] } }, {}),
  },
  {
    title: 'a binding without a target',
    run: (t) => t.create(target(pods, 'acted', 'binding'), { metadata: { name: 'acted' } }, {}),
  },
  {
    title: 'a binding',
    run: (t) =>
      t.create(
        target(pods, 'acted', 'binding'),
        { metadata: { name: 'acted' }, target: { kind: 'Node', name: 'n' } },
        {},
      ),
  },
  {
    title: 'a binding of what does not exist',
    run: (t) =>
      t.create(
        target(pods, 'none', 'binding'),
        { metadata: { name: 'none' }, target: { kind: 'Node', name: 'n' } },
        {},
      ),
  },
  {
    title: 'a binding by name',
    run: (t) => t.create(target(bindings), { metadata: { name: 'acted' }, target: { kind: 'Node', name: 'n' } }, {}),
  },
  {
    title: 'an eviction as a dry run',
    run: (t) => t.create(target(pods, 'acted', 'eviction'), { metadata: { name: 'acted' } }, { dryRun: true }),
  },
  {
    title: 'an eviction with a precondition',
    run: (t) =>
      t.create(
        target(pods, 'acted', 'eviction'),
        { metadata: { name: 'acted' }, deleteOptions: { preconditions: { uid: 'other' } } },
        {},
      ),
  },
  {
    title: 'an eviction without permission',
    user: 'reader',
    run: (t) => t.create(target(pods, 'acted', 'eviction'), { metadata: { name: 'acted' } }, {}),
  },
  {
    title: 'an eviction',
    run: (t) =>
      t.create(
        target(pods, 'acted', 'eviction'),
        { metadata: { name: 'acted' }, deleteOptions: { gracePeriodSeconds: 0 } },
        {},
      ),
  },
  {
    title: 'an eviction of what does not exist',
    run: (t) => t.create(target(pods, 'none', 'eviction'), { metadata: { name: 'none' } }, {}),
  },
  { title: 'logs of a pod that does not exist', run: (t) => t.get(target(pods, 'none', 'log'), {}) },
  {
    title: 'a token request',
    run: (t) => t.create(target(accounts, 'default', 'token'), { spec: { audiences: [], expirationSeconds: 600 } }, {}),
  },
  {
    title: 'a token request that is too short',
    run: (t) => t.create(target(accounts, 'default', 'token'), { spec: { expirationSeconds: 1 } }, {}),
  },
  { title: 'get of a token', run: (t) => t.get(target(accounts, 'default', 'token'), {}) },
  { title: 'list of an unknown resource', run: (t) => t.list(target(unknown), {}) },
  { title: 'create of an unknown resource', run: (t) => t.create(target(unknown), { metadata: { name: 'x' } }, {}) },
  { title: 'list of a version that is off', run: (t) => t.list(target(priorities), {}) },
  { title: 'a list across namespaces', run: (t) => t.list(target({ ...pods, namespace: '' }), {}) },
  {
    title: 'a create across namespaces',
    run: (t) => t.create(target({ ...pods, namespace: '' }), { metadata: { name: 'x' } }, {}),
  },
  {
    title: 'a create in a namespace that does not exist',
    run: (t) =>
      t.create(
        target({ ...pods, namespace: 'missing' }),
        { metadata: { name: 'x' }, spec: { containers: [{ name: 'c', image: 'i' }] } },
        {},
      ),
  },
  {
    title: 'a role with permissions that its author lacks',
    user: 'reader',
    run: (t) =>
      t.create(
        target(subjects[3]!),
        { metadata: { name: 'granted' }, rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }] },
        {},
      ),
  },
]

/** The calls, in the order they are made. */
export const calls: readonly ParityCall[] = [
  {
    title: 'a CRD',
    run: (transport) =>
      transport.create(
        target({
          definition: resource(
            'apiextensions.k8s.io',
            'v1',
            'customresourcedefinitions',
            'CustomResourceDefinition',
            'Cluster',
          ),
          namespace: '',
        }),
        gadgets,
        {},
      ),
  },
  {
    title: 'the service account of pods',
    run: (t) => t.create(target(accounts), { metadata: { name: 'default' } }, {}),
  },
  ...subjects.flatMap(ofSubject),
  ...others,
]

async function firstEvent(
  transport: Transport,
  from: Parameters<Transport['watch']>[0],
  options: Loose,
): Promise<unknown> {
  const leave = new AbortController()
  const watch = transport.watch(from, { ...loose<object>(options), timeoutSeconds: 1000, signal: leave.signal })
  try {
    return (await watch.next()).value
  } finally {
    leave.abort()
    await watch.return?.(undefined)
  }
}

function merged(object: object, change: Readonly<Record<string, unknown>>): object {
  const next: Record<string, unknown> = { ...object }
  for (const [key, value] of Object.entries(change)) {
    const before = next[key]
    const isBoth = typeof before === 'object' && before !== null && typeof value === 'object' && !Array.isArray(value)
    next[key] = isBoth ? { ...before, ...value } : value
  }
  return next
}
