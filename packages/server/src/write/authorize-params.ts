import type { AuthorizerAttributes } from '@pinnace/authz'
import {
  FieldErrors,
  isEqualJson,
  parseGroupVersion,
  thenMaybe,
  type ApiObject,
  type Awaitable,
  type UserInfo,
} from '@pinnace/meta'
import type {
  MutatingAdmissionPolicyBindingSpec,
  ParamKind,
  ValidatingAdmissionPolicySpec,
} from '@pinnace/types/admissionregistration-v1'
import { storageOf } from '../storage/served-resource.ts'
import type { Write } from './change.ts'

const policyKinds = ['ValidatingAdmissionPolicy', 'MutatingAdmissionPolicy']
const bindingKinds = ['ValidatingAdmissionPolicyBinding', 'MutatingAdmissionPolicyBinding']
const superusers = 'system:masters'

/** Whether a write names parameters of admission policies that were not named before. */
export function namesParams({ server, scope, live, next }: Write): boolean {
  const { group, kind } = scope.served.gvk
  if (group !== server.vocabulary.group('admissionregistration') || scope.user.groups.includes(superusers)) return false
  const [after, before] = [specOf(next), specOf(live?.object)]
  if (policyKinds.includes(kind)) {
    return after.paramKind !== undefined && !isEqualJson(after.paramKind, before.paramKind)
  }
  if (!bindingKinds.includes(kind) || after.paramRef === undefined) return false
  return !isEqualJson(after.paramRef, before.paramRef) || after.policyName !== before.policyName
}

/**
 * Rejects policies and bindings of users who may not read what is to be a parameter: an expression could tell them what
 * stands in it.
 */
// upstream: registry/admissionregistration/*policy/authz.go and *policybinding/authz.go
export async function authorizeParams(change: Write, errors: FieldErrors): Promise<void> {
  const { next, scope } = change
  const { paramKind, paramRef, policyName = '' } = specOf(next)
  const { kind } = scope.served.gvk
  const user = describeUser(scope.user)
  if (policyKinds.includes(kind)) {
    if (paramKind === undefined || (await mayRead(change, paramKind, { verb: 'get', namespace: '*', name: '*' })))
      return
    const { kind: paramName = '', apiVersion = '' } = paramKind
    errors.forbidden(
      'spec.paramKind',
      `user ${user} must have "get" permission on all objects of the referenced paramKind (kind=${paramName}, apiVersion=${apiVersion})`,
    )
    return
  }
  const { name = '', namespace = '' } = paramRef ?? {}
  const verb = name === '' ? 'list' : 'get'
  const policy = await readPolicy(change, kind.replace(/Binding$/, ''), policyName)
  if (await mayRead(change, specOf(policy).paramKind, { verb, namespace, name })) return
  if (policy === undefined) {
    errors.forbidden(
      'spec.paramRef',
      `unable to get policy ${policyName} to determine minimum required permissions and user ${user} does not have "${verb}" permission for all groups, versions and resources`,
    )
    return
  }
  // upstream: the message about mutating policies has user and verb exchanged.
  const [who, what] = kind === 'MutatingAdmissionPolicyBinding' ? [verb, user] : [user, verb]
  errors.forbidden(
    'spec.paramRef',
    `user ${who} does not have "${what}" permission on the object referenced by paramRef`,
  )
}

type Spec = ValidatingAdmissionPolicySpec & MutatingAdmissionPolicyBindingSpec

function specOf(object: ApiObject | undefined): Spec {
  return (object as { readonly spec?: Spec } | undefined)?.spec ?? {}
}

async function mayRead(
  { server, scope }: Write,
  paramKind: ParamKind | undefined,
  target: Pick<AuthorizerAttributes, 'verb' | 'namespace' | 'name'>,
): Promise<boolean> {
  const parsed = parseGroupVersion(paramKind?.apiVersion ?? '')
  const found = parsed === undefined ? undefined : server.registry.byGvk({ ...parsed, kind: paramKind?.kind ?? '' })
  const { effect } = await server.authorize({
    user: scope.user,
    isResourceRequest: true,
    path: '',
    group: parsed?.group ?? '*',
    version: parsed?.version ?? '*',
    resource: found?.resource ?? '*',
    subresource: '',
    ...target,
  })
  return effect === 'allow'
}

function readPolicy({ server, scope }: Write, kind: string, name: string): Awaitable<ApiObject | undefined> {
  const { group, version } = scope.served.gvk
  const definition = server.registry.byGvk({ group, version, kind })
  const served = definition && server.findDeclared(group, version, definition.resource)
  if (served === undefined) return undefined
  const storage = storageOf(served)
  return thenMaybe(storage.readNewest(storage.key('', name)), (entry) => entry?.object())
}

// upstream: Go's %v of a user.
function describeUser({ username, uid = '', groups, extra }: UserInfo): string {
  const members = Object.keys(extra)
    .toSorted()
    .map((key) => `${key}:[${(extra[key] ?? []).join(' ')}]`)
  return `&{${username} ${uid} [${groups.join(' ')}] map[${members.join(' ')}]}`
}
