import type { AuthorizerAttributes } from '@pinnace/authz'
import type { ApiObject, Mutable } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import type { AdmissionAttributes, AdmissionVersions } from '../../src/index.ts'
import { ownerReferencesPermissionEnforcement } from '../../src/plugins/owner-references-permission-enforcement.ts'
import { judgeOf, type Verdict } from '../support/judge.ts'

const versions: AdmissionVersions = {
  find: ({ group, version, kind }) =>
    new Map([
      ['apps/v1/Deployment', { resource: { group, version, resource: 'deployments' }, isNamespaced: true }],
      ['/v1/Node', { resource: { group, version, resource: 'nodes' }, isNamespaced: false }],
    ]).get(`${group}/${version}/${kind}`),
  equivalents: () => [],
  convert: (object) => object,
  schema: () => undefined,
  read: (object) => object as Mutable<ApiObject>,
}
const owner = (over: object = {}): object => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  name: 'd',
  uid: '1',
  ...over,
})
const blocking = owner({ blockOwnerDeletion: true })
const object = (...ownerReferences: object[]): Mutable<ApiObject> =>
  ({ metadata: { name: 'a', ...(ownerReferences.length === 0 ? {} : { ownerReferences }) } }) as Mutable<ApiObject>
const update = (next: Mutable<ApiObject>, live: ApiObject): Partial<AdmissionAttributes> => ({
  operation: 'UPDATE',
  object: next,
  oldObject: live,
})

const question = ({ verb, group, resource, subresource, namespace, name }: AuthorizerAttributes): string =>
  `${verb} ${resource}.${group}/${subresource} ${namespace}/${name}`

async function judge(
  request: Partial<AdmissionAttributes>,
  ...permissions: readonly string[]
): Promise<Verdict & { readonly asked: readonly string[] }> {
  const asked: string[] = []
  const judge = await judgeOf(ownerReferencesPermissionEnforcement, {
    versions,
    authorize: (attributes) => {
      asked.push(question(attributes))
      const isAllowed = permissions.includes(question(attributes))
      return { effect: isAllowed ? 'allow' : 'noOpinion', reason: isAllowed ? '' : 'no rule' }
    },
  })
  return { ...(await judge.judge(request)), asked }
}

const toDelete = 'delete configmaps./ default/a'
const toFinalize = 'update deployments.apps/finalizers default/d'

describe('OwnerReferencesPermissionEnforcement', () => {
  it.each<[string, Partial<AdmissionAttributes>]>([
    ['an object without owners', { object: object() }],
    ['an object that is made with some', { object: object(owner()) }],
    ['owners that stay', update(object(owner()), object(owner()))],
    ['owners that stay none', update(object(), object())],
    ['owners that hold up as before', update(object(blocking), object(blocking))],
    [
      'the status of a pod',
      {
        ...update(object(owner()), object()),
        resource: { group: '', version: 'v1', resource: 'pods' },
        subresource: 'status',
      },
    ],
  ])('does not ask the backend about %s', async (_what, request) => {
    const { refusal, asked } = await judge(request)
    expect([refusal, asked]).toEqual([undefined, []])
  })

  it.each([
    ['another owner', update(object(owner()), object())],
    ['an owner less', update(object(), object(owner()))],
    ['an owner that does not hold up any more', update(object(owner()), object(blocking))],
  ])('allows users to set %s who may delete', async (_what, request) => {
    expect((await judge(request, toDelete)).refusal).toBeUndefined()
    expect((await judge(request)).refusal).toMatchObject({
      reason: 'Forbidden',
      message: `configmaps "a" is forbidden: cannot set an ownerRef on a resource you can't delete: no rule, <nil>`,
    })
  })

  it.each([
    ['on a create', { object: object(blocking) }, []],
    ['on an update', update(object(blocking), object()), [toDelete]],
    ['where it did not before', update(object(blocking), object(owner())), [toDelete]],
  ])(
    'allows users to set blockOwnerDeletion who may update finalizers of the owner: %s',
    async (_what, request, permissions) => {
      expect((await judge(request, ...permissions, toFinalize)).refusal).toBeUndefined()
      expect((await judge(request, ...permissions)).refusal.message).toBe(
        `configmaps "a" is forbidden: cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: no rule, <nil>`,
      )
    },
  )

  it('authorizes cluster-scoped owners in the cluster scope', async () => {
    const node = owner({ apiVersion: 'v1', kind: 'Node', name: 'n', blockOwnerDeletion: true })
    expect((await judge({ object: object(node) }, 'update nodes./finalizers /n')).refusal).toBeUndefined()
  })

  it('refuses blockOwnerDeletion for an unknown kind', async () => {
    const unknown = owner({ kind: 'Thing', blockOwnerDeletion: true })
    expect((await judge({ object: object(unknown) })).refusal.message).toBe(
      'configmaps "a" is forbidden: cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion apps/v1 Kind Thing: no matches for kind "Thing" in version "apps/v1"',
    )
  })
})
