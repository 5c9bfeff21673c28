import type { AuditContext } from '@pinnace/audit'
import {
  thenMaybe,
  forbidden,
  internalError,
  parseFieldSelector,
  parseLabelSelector,
  type RequestInfo,
  type UserInfo,
} from '@pinnace/meta'
import type { AuthorizerAttributes, Decision } from '@pinnace/authz'
import type { ServerCore } from '../core.ts'
import type { ImpersonatedRequest } from './impersonate.ts'

declare const authorizedBrand: unique symbol

/** A request that may be done. Made by {@link authorize} alone. */
export interface Authorized extends ImpersonatedRequest {
  readonly [authorizedBrand]: true
}

/** Asks whether the user may: 403 on a denial and where nobody has an opinion. */
export function authorize(
  core: ServerCore,
  impersonated: ImpersonatedRequest,
  auditContext?: AuditContext,
): Promise<Authorized> | Authorized {
  const attributes = attributesOf(impersonated.info, impersonated.user)
  const use = (decision: Decision): Authorized => {
    auditContext?.decide(decision.effect === 'allow' ? 'allow' : 'forbid', decision.reason)
    assertAllow(decision, attributes)
    return impersonated as Authorized
  }
  return thenMaybe(decide(core, attributes), use)
}

/** Throws the 403 of a request that is not allowed, and 500 where it cannot be decided. */
export async function assertAllowed(core: ServerCore, attributes: AuthorizerAttributes): Promise<void> {
  assertAllow(await decide(core, attributes), attributes)
}

function decide(core: ServerCore, attributes: AuthorizerAttributes): Promise<Decision> | Decision {
  const undecided = (cause: unknown): never => {
    core.logger.error({ err: cause, path: attributes.path }, 'authorization failed')
    throw internalError('authorization could not be decided')
  }
  try {
    const answer = core.authorize(attributes)
    return answer instanceof Promise ? answer.catch(undecided) : answer
  } catch (cause) {
    return undecided(cause)
  }
}

function assertAllow({ effect, reason }: Decision, attributes: AuthorizerAttributes): void {
  if (effect !== 'allow') throw denial(attributes, reason)
}

/** What an authorizer looks at, of a request as it stands in its URL. */
export function attributesOf(info: RequestInfo, user: UserInfo): AuthorizerAttributes {
  return {
    user,
    verb: info.verb,
    isResourceRequest: info.isResourceRequest,
    path: info.path,
    group: info.group,
    version: info.version,
    namespace: info.namespace,
    resource: info.resource,
    subresource: info.subresource,
    name: info.name,
    ...(info.query.size > 0 && narrowed.has(info.verb) ? selectorsOf(info.query) : undefined),
  }
}

const narrowed = new Set(['list', 'watch', 'deletecollection'])

// upstream: endpoints/filters/authorization.go – a selector nobody can read narrows nothing, and is refused later.
function selectorsOf(query: URLSearchParams): Pick<AuthorizerAttributes, 'fieldRequirements' | 'labelRequirements'> {
  const fields = readSelector(query.get('fieldSelector'), parseFieldSelector)
  const labels = readSelector(query.get('labelSelector'), parseLabelSelector)
  return {
    ...(fields === undefined ? {} : { fieldRequirements: fields.requirements }),
    ...(labels === undefined ? {} : { labelRequirements: labels.requirements }),
  }
}

function readSelector<T>(text: string | null, parse: (text: string) => T): T | undefined {
  if (text === null || text === '') return undefined
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

// upstream: endpoints/handlers/responsewriters/errors.go, forbiddenMessage
function denial(attributes: AuthorizerAttributes, reason: string): Error {
  const { user, verb, group, resource, subresource, namespace, name, path } = attributes
  const because = reason === '' ? '' : `: ${reason}`
  const who = `User ${JSON.stringify(user.username)} cannot ${verb}`
  if (!attributes.isResourceRequest) {
    return forbidden({ group: '', resource: '' }, '', `${who} path ${JSON.stringify(path)}${because}`)
  }
  const full = subresource === '' ? resource : `${resource}/${subresource}`
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${JSON.stringify(namespace)}`
  const what = `resource ${JSON.stringify(full)} in API group ${JSON.stringify(group)} ${where}`
  return forbidden({ group, resource }, name, `${who} ${what}${because}`)
}
