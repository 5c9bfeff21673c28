import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiObject } from '@pinnace/meta'
import { createServer, type Server } from '../../../src/index.ts'

const apiVersion = 'admissionregistration.k8s.io/v1'
const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }
const ada = { username: 'ada', uid: 'u1', groups: ['team'], extra: { 'a.b': ['c'] } }
const shown = '&{ada u1 [team] map[a.b:[c]]}'
const paramKind = { apiVersion: 'v1', kind: 'Secret' } as const

let server: Server
/** What Ada may do. */
let allowed: readonly string[] = []
beforeAll(async () => {
  server = await createServer({
    vocabulary: 'kubernetes',
    authorizers: [
      ({ user, verb, group, resource, namespace, name }) => {
        const asked = `${verb} ${group}/${resource} ${namespace}/${name}`
        const isPolicy = group === 'admissionregistration.k8s.io'
        const may = user.username !== 'ada' || isPolicy || allowed.includes(asked)
        return { effect: may ? 'allow' : 'noOpinion', reason: '' }
      },
    ],
  })
})
afterAll(() => server.close())

const specs = {
  Validating: { validations: [{ expression: 'true' }] },
  Mutating: {
    reinvocationPolicy: 'Never',
    mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } }],
  },
}

/** What Ada gets for a policy or a binding. */
async function answerTo(kind: string, name: string, spec: object): Promise<string> {
  const objects = server.client<ApiObject>({ apiVersion, kind }, { user: ada })
  try {
    await objects.create({ metadata: { name }, spec } as never, { dryRun: true })
  } catch (error) {
    return /: (spec\..*)$/s.exec((error as Error).message)?.[1] ?? (error as Error).message
  }
  return 'written'
}

describe.each(['Validating', 'Mutating'] as const)('the parameters of a %sAdmissionPolicy', (type) => {
  const matchConstraints = { resourceRules: [rule] }
  const policy = { matchConstraints, ...specs[type] }
  const binding = type === 'Validating' ? { validationActions: ['Deny'] } : {}
  const bindingKind = `${type}AdmissionPolicyBinding`
  const message = (verb: string): string =>
    type === 'Validating'
      ? `spec.paramRef: Forbidden: user ${shown} does not have "${verb}" permission on the object referenced by paramRef`
      : `spec.paramRef: Forbidden: user ${verb} does not have "${shown}" permission on the object referenced by paramRef`

  it('must be readable by who writes the policy', async () => {
    allowed = []
    const kind = `${type}AdmissionPolicy`
    expect(await answerTo(kind, 'p', policy)).toBe('written')
    expect(await answerTo(kind, 'p', { ...policy, paramKind })).toBe(
      `spec.paramKind: Forbidden: user ${shown} must have "get" permission on all objects of the referenced paramKind (kind=Secret, apiVersion=v1)`,
    )
    allowed = ['get /secrets */*']
    expect(await answerTo(kind, 'p', { ...policy, paramKind })).toBe('written')
  })

  it('must be readable by who writes the binding', async () => {
    const objects = server.client({ apiVersion, kind: `${type}AdmissionPolicy` })
    await objects.create({ metadata: { name: 'secrets' }, spec: { ...policy, paramKind } } as never)
    const named = { policyName: 'secrets', ...binding, paramRef: { name: 's', parameterNotFoundAction: 'Deny' } }
    const selected = { ...named, paramRef: { selector: {}, parameterNotFoundAction: 'Deny' } }
    allowed = []
    expect(await answerTo(bindingKind, 'b', { policyName: 'secrets', ...binding })).toBe('written')
    expect(await answerTo(bindingKind, 'b', named)).toBe(message('get'))
    expect(await answerTo(bindingKind, 'b', selected)).toBe(message('list'))
    expect(await answerTo(bindingKind, 'b', { ...named, policyName: 'none' })).toBe(
      `spec.paramRef: Forbidden: unable to get policy none to determine minimum required permissions and user ${shown} does not have "get" permission for all groups, versions and resources`,
    )
    allowed = ['get /secrets /s', 'list /secrets /']
    expect(await answerTo(bindingKind, 'b', named)).toBe('written')
    expect(await answerTo(bindingKind, 'b', selected)).toBe('written')
  })
})
