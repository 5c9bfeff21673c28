import type { Authorizer, AuthorizerAttributes } from '@pinnace/authz'
import type { AccessCell, AccessMatrix, AccessRow } from '@pinnace/inspector'
import type { UserInfo } from '@pinnace/meta'
import type { RbacExplanation } from '@pinnace/rbac'
import type { Registry, ResourceDefinition } from '@pinnace/resources'

/** What the matrix needs of the server. */
export interface AccessContext {
  readonly registry: Registry
  readonly authorize: Authorizer
  /** Undefined without the mode RBAC. */
  readonly explain: (attributes: AuthorizerAttributes) => Promise<RbacExplanation> | undefined
}

const verbs = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'] as const

/** Which verbs a user may use on each resource, in a namespace or, if it is empty, everywhere; and why. */
export async function accessMatrix(
  server: AccessContext,
  { user, namespace }: { readonly user: UserInfo; readonly namespace: string },
): Promise<AccessMatrix> {
  const rows: AccessRow[] = []
  let hasRules = false
  for (const definition of preferred(server.registry)) {
    const { group, resource, scope } = definition
    const cells: AccessCell[] = []
    for (const verb of verbs) {
      if (!definition.verbs.includes(verb)) continue
      const attributes = attributesFor(definition, { user, namespace, verb })
      const rules = await server.explain(attributes)
      hasRules ||= rules !== undefined
      cells.push(await decide(server, attributes, rules))
    }
    if (cells.length > 0) rows.push({ group, resource, isNamespaced: scope === 'Namespaced', cells })
  }
  return { hasRules, rows }
}

/** Each resource once, in its preferred version. */
function* preferred({ groups }: Registry): Generator<ResourceDefinition> {
  for (const { versions, preferredVersion } of groups) {
    const known = new Set<string>()
    const first = versions.filter(({ version }) => version === preferredVersion)
    for (const { resources } of [...first, ...versions]) {
      for (const definition of resources) {
        if (known.has(definition.resource)) continue
        known.add(definition.resource)
        yield definition
      }
    }
  }
}

interface Question {
  readonly user: UserInfo
  readonly namespace: string
  readonly verb: string
}

function attributesFor(
  { group, version, resource, scope }: ResourceDefinition,
  { user, namespace, verb }: Question,
): AuthorizerAttributes {
  return {
    user,
    verb,
    isResourceRequest: true,
    path: '',
    group,
    version,
    namespace: scope === 'Namespaced' ? namespace : '',
    resource,
    subresource: '',
    name: '',
  }
}

async function decide(
  { authorize }: AccessContext,
  attributes: AuthorizerAttributes,
  rules: RbacExplanation | undefined,
): Promise<AccessCell> {
  const { verb } = attributes
  try {
    const { effect, reason } = await authorize(attributes)
    if (effect !== 'allow' || rules?.isAllowed !== true) return { verb, isAllowed: effect === 'allow', reason }
    const { role, binding } = rules
    return { verb, isAllowed: true, reason, role: { kind: role.kind, name: role.name }, binding }
  } catch {
    return { verb, isAllowed: false, reason: 'no authorizer could decide' }
  }
}
