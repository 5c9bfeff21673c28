import { forbidden, type ApiObject, withErrorCode } from '@pinnace/meta'
import { createTestServer } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { defineAdmissionPlugin, type DefinedPlugin, type PluginDefinition } from '../../src/define/define.ts'

const configMaps = [
  { operations: ['CREATE', 'UPDATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] },
] as const
const define = (over: Partial<PluginDefinition>): DefinedPlugin =>
  defineAdmissionPlugin({ name: 'P', rules: configMaps, ...over })

describe('a plugin in a server', () => {
  it('changes the object to be stored, and sees the changes of others', async () => {
    const label = define({
      name: 'Label',
      mutate: ({ draft }) => void (draft.metadata.labels = { ...draft.metadata.labels, team: 'none' }),
    })
    const seen: unknown[] = []
    const look = define({ name: 'Look', validate: ({ object }) => void seen.push(object.metadata.labels) })
    await using server = await createTestServer({ admission: [label, look] })
    const client = server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
    const created = await client.create({ metadata: { name: 'a', labels: { own: 'x' } } })
    expect(created.metadata.labels).toEqual({ own: 'x', team: 'none' })
    expect(seen).toEqual([{ own: 'x', team: 'none' }])
    expect((await client.get('a')).metadata.labels).toEqual({ own: 'x', team: 'none' })
  })

  it('removes members', async () => {
    const strip = define({ mutate: ({ draft }) => void delete (draft as { data?: unknown }).data })
    await using server = await createTestServer({ admission: [strip] })
    const client = server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
    expect(await client.create({ metadata: { name: 'a' }, data: { a: '1' } } as never)).not.toHaveProperty('data')
  })

  it('drops the changes of a denied draft', async () => {
    const no = define({
      mutate({ draft, deny }) {
        draft.metadata.labels = { changed: 'yes' }
        deny('not today')
      },
    })
    await using server = await createTestServer({ admission: [no] })
    const client = server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
    await expect(client.create({ metadata: { name: 'a' } })).rejects.toMatchObject({
      code: 403,
      reason: 'Forbidden',
      message: 'configmaps "a" is forbidden: not today',
    })
  })

  it.each([
    [{ code: 409, reason: 'Conflict' } as const, { code: 409, reason: 'Conflict' }],
    [{ code: 418 }, { code: 418, reason: 'Forbidden' }],
    [{ reason: 'Invalid' } as const, { code: 422, reason: 'Invalid' }],
  ])('denies with %j', async (denial, expected) => {
    const no = define({ validate: ({ deny }) => deny('no', denial) })
    await using server = await createTestServer({ admission: [no] })
    const client = server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
    await expect(client.create({ metadata: { name: 'a' } })).rejects.toMatchObject(expected)
  })

  it('passes a StatusError of a handler on', async () => {
    const no = define({
      validate: () => {
        throw forbidden({ group: '', resource: 'things' }, 'x', 'because')
      },
    })
    await using server = await createTestServer({ admission: [no] })
    const client = server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
    await expect(client.create({ metadata: { name: 'a' } })).rejects.toMatchObject({
      message: 'things "x" is forbidden: because',
    })
  })

  it('fails the request without details if a handler fails, or ignores the failure', async () => {
    const logged: unknown[] = []
    const logger = {
      error: (fields: object, text: string) => void logged.push([fields, text]),
      warn() {},
      info() {},
      debug() {},
    }
    const broken = define({ validate: () => Promise.reject(new Error('secret')) })
    await using strict = await createTestServer({ admission: [broken], logger })
    const object = { metadata: { name: 'a' } }
    const kind = { apiVersion: 'v1', kind: 'ConfigMap' } as const
    await expect(strict.client(kind).namespace('default').create(object)).rejects.toMatchObject({
      code: 500,
      message: 'Internal error occurred: admission plugin "P" failed',
    })
    const tolerated = define({
      failurePolicy: 'Ignore',
      mutate: ({ draft }) => {
        draft.metadata.labels = { half: 'done' }
        throw new Error('secret')
      },
    })
    await using lax = await createTestServer({ admission: [tolerated], logger })
    expect((await lax.client(kind).namespace('default').create(object)).metadata).not.toHaveProperty('labels')
    expect(logged.at(-1)).toEqual([{ err: new Error('secret') }, 'admission plugin "P" failed and was ignored'])
  })

  it('is called if rules and selectors match', async () => {
    const seen: string[] = []
    const plugin = define({
      namespaceSelector: { matchLabels: { watched: 'yes' } },
      objectSelector: { matchExpressions: [{ key: 'app', operator: 'Exists' }] },
      validate: ({ namespace, name }) => void seen.push(`${namespace}/${name}`),
    })
    await using server = await createTestServer({ admission: [plugin] })
    await server
      .client({ apiVersion: 'v1', kind: 'Namespace' })
      .create({ metadata: { name: 'a', labels: { watched: 'yes' } } })
    const maps = server.client({ apiVersion: 'v1', kind: 'ConfigMap' })
    await maps.namespace('a').create({ metadata: { name: 'one', labels: { app: 'x' } } })
    await maps.namespace('a').create({ metadata: { name: 'two' } })
    await maps.namespace('default').create({ metadata: { name: 'three', labels: { app: 'x' } } })
    await server
      .client({ apiVersion: 'v1', kind: 'Secret' })
      .namespace('a')
      .create({ metadata: { name: 'four', labels: { app: 'x' } } })
    expect(seen).toEqual(['a/one'])
  })

  it('gets the old object as it is stored, also for deletions', async () => {
    const seen: unknown[] = []
    const plugin = defineAdmissionPlugin({
      name: 'P',
      rules: [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
      validate: ({ oldObject }) => void seen.push(oldObject),
      validateDelete({ oldObject, operation, deny }) {
        seen.push(oldObject)
        if (oldObject.metadata.name === 'kept') deny(`${operation} is not for this one`)
      },
    })
    await using server = await createTestServer({ admission: [plugin] })
    const client = server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
    const created = await client.create({ metadata: { name: 'kept' }, data: { a: '1' } } as never)
    await client.patch('kept', { data: { a: '2' } })
    await expect(client.delete('kept')).rejects.toMatchObject({
      message: 'configmaps "kept" is forbidden: DELETE is not for this one',
    })
    expect(seen).toEqual([undefined, created, await client.get('kept')])
    expect(seen.slice(1).every((object) => Object.isFrozen(object))).toBe(true)
  })

  it('converts objects of other groups and versions to that of the rule, unless the match policy is Exact', async () => {
    const seen: string[] = []
    const rules = [
      { operations: ['CREATE'], apiGroups: ['events.k8s.io'], apiVersions: ['v1'], resources: ['events'] },
    ] as const
    const look = (name: string, matchPolicy: 'Exact' | 'Equivalent'): DefinedPlugin =>
      defineAdmissionPlugin({
        name,
        rules,
        matchPolicy,
        mutate: ({ draft }) => void ((draft as unknown as { note: string }).note += '!'),
        validate: ({ object, kind, requestKind }) =>
          void seen.push(
            `${name} ${object.apiVersion} ${kind.group} ${requestKind.group === '' ? 'core' : requestKind.group}`,
          ),
      })
    await using server = await createTestServer({
      admission: [look('equivalent', 'Equivalent'), look('exact', 'Exact')],
    })
    const created = await server
      .client({ apiVersion: 'v1', kind: 'Event' })
      .namespace('default')
      .create({
        metadata: { name: 'e' },
        message: 'hello',
        involvedObject: { namespace: 'default' },
        reason: 'R',
        type: 'Normal',
      } as never)
    expect(seen).toEqual(['equivalent events.k8s.io/v1 events.k8s.io core'])
    expect(created).toMatchObject({ apiVersion: 'v1', message: 'hello!' })
  })

  it('converts both objects to the version of its rule, also if it changes one', async () => {
    const seen: (string | undefined)[] = []
    const plugin = defineAdmissionPlugin({
      name: 'P',
      rules: [{ operations: ['UPDATE'], apiGroups: ['events.k8s.io'], apiVersions: ['v1'], resources: ['events'] }],
      mutate: ({ draft, oldObject }) => void seen.push(draft.apiVersion, oldObject?.apiVersion),
      validate: ({ object, oldObject }) => void seen.push(object.apiVersion, oldObject?.apiVersion),
    })
    await using server = await createTestServer({ admission: [plugin] })
    const events = server.client({ apiVersion: 'v1', kind: 'Event' }).namespace('default')
    const event = { metadata: { name: 'e' }, involvedObject: { namespace: 'default' }, reason: 'R', type: 'Normal' }
    await events.create(event as never)
    await events.patch('e', { reason: 'Other' })
    expect(seen).toEqual(['events.k8s.io/v1', 'events.k8s.io/v1', 'events.k8s.io/v1', 'events.k8s.io/v1'])
  })

  it('runs again with policy IfNeeded if others change the object after it', async () => {
    const seen: string[] = []
    const first = (policy: 'Never' | 'IfNeeded'): DefinedPlugin =>
      define({
        name: `First${policy}`,
        reinvocationPolicy: policy,
        mutate: ({ draft }) => void seen.push(`${policy} ${draft.metadata.labels?.['late']}`),
      })
    const late = define({ name: 'Late', mutate: ({ draft }) => void (draft.metadata.labels = { late: 'yes' }) })
    await using server = await createTestServer({ admission: [first('Never'), first('IfNeeded'), late] })
    await server
      .client({ apiVersion: 'v1', kind: 'ConfigMap' })
      .namespace('default')
      .create({ metadata: { name: 'a' } })
    expect(seen).toEqual(['Never undefined', 'IfNeeded undefined', 'IfNeeded yes'])
  })

  it('changes the options of a connection', async () => {
    const seen: unknown[] = []
    const plugin = defineAdmissionPlugin({
      name: 'P',
      rules: [{ operations: ['CONNECT'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods/exec'] }],
      validate: ({ object, kind, subresource, deny }) => {
        seen.push(object, kind.kind, subresource)
        deny('no entry')
      },
    })
    await using server = await createTestServer({ admission: [plugin] })
    const { call } = await import('../../../server/test/support/call.ts')
    const answer = await call(
      server,
      'POST',
      '/api/v1/namespaces/default/pods/p/exec?command=sh&command=-c&stdin=true&container=c',
    )
    expect(answer.json.message).toBe('pods "p" is forbidden: no entry')
    expect(seen).toEqual([
      { kind: 'PodExecOptions', apiVersion: 'v1', stdin: true, container: 'c', command: ['sh', '-c'] },
      'PodExecOptions',
      'exec',
    ])
  })
})

describe('a definition', () => {
  const rules: PluginDefinition['rules'] = configMaps
  const validate = (): void => {}
  it.each<[string, unknown, string]>([
    [
      'without a name',
      { rules, validate },
      'the name of an admission plugin must have 1 to 63 letters, digits, ".", "_" and "-", not undefined',
    ],
    [
      'of an odd name',
      { name: 'a b', rules, validate },
      'the name of an admission plugin must have 1 to 63 letters, digits, ".", "_" and "-", not "a b"',
    ],
    [
      'that does nothing',
      { name: 'P', rules },
      'admission plugin "P": one of mutate, validate and validateDelete is required',
    ],
    ['without rules', { name: 'P', rules: [], validate }, 'admission plugin "P": rules must have at least one rule'],
    [
      'with an unknown member',
      { name: 'P', rules, validate, admit: validate },
      'admission plugin "P": "admit" is not a member of a plugin',
    ],
    [
      'with an unknown operation',
      { name: 'P', rules: [{ ...rules[0], operations: ['READ'] }], validate },
      'admission plugin "P": rules[0].operations: "READ" is none of CREATE, UPDATE, DELETE, CONNECT, *',
    ],
    [
      'without resources',
      { name: 'P', rules: [{ ...rules[0], resources: [] }], validate },
      'admission plugin "P": rules[0].resources must be a list of strings with at least one item',
    ],
    [
      'of an odd scope',
      { name: 'P', rules: [{ ...rules[0], scope: 'Here' }], validate },
      'admission plugin "P": rules[0].scope must be Cluster or Namespaced or *, not "Here"',
    ],
    [
      'of an odd policy',
      { name: 'P', rules, validate, failurePolicy: 'Maybe' },
      'admission plugin "P": failurePolicy must be Fail or Ignore, not "Maybe"',
    ],
    ['with an odd handler', { name: 'P', rules, validate: 'no' }, 'admission plugin "P": validate must be a function'],
    [
      'with an odd selector',
      { name: 'P', rules, validate, objectSelector: { matchExpressions: [{ key: 'a', operator: 'Is' }] } },
      'admission plugin "P": objectSelector: "Is" is not a valid label selector operator',
    ],
    [
      'that names DELETE and has nothing for it',
      { name: 'P', rules: [{ ...rules[0], operations: ['DELETE'] }], validate },
      'admission plugin "P": rules with operation DELETE require validateDelete',
    ],
  ])('%s is refused', (_what, definition, message) => {
    expect(() => defineAdmissionPlugin(definition as PluginDefinition<ApiObject>)).toThrow(
      withErrorCode(new TypeError(message), 'admission-plugin'),
    )
  })
})
