import { escapeMarkup } from './escape-markup.ts'
import {
  forbidden,
  internalError,
  type Logger,
  parseFieldSelector,
  parseLabelSelector,
  type StatusError,
  type RequestInfo,
  thenMaybe,
  type UserInfo,
} from '@pinnace/meta'
import { FilterRefusal } from './filter-refusal.ts'
import type { Authorizer, AuthorizerAttributes, Decision } from '@pinnace/authz'
import type { Authorized, ImpersonatedRequest } from './stages.ts'

/** What authorization needs of the server. */
export interface AuthorizationContext {
  readonly authorize: Authorizer
  readonly logger: Logger
}

/** Receives the decision for the audit log. */
export interface DecisionRecord {
  decided(decision: Decision): void
}

/** Authorizes a request. Throws 403 if it is denied or no authorizer has an opinion. */
export function authorize(
  server: AuthorizationContext,
  impersonated: ImpersonatedRequest,
  record: DecisionRecord,
): Promise<Authorized> | Authorized {
  const attributes = attributesOf(impersonated)
  const use = (decision: Decision): Authorized => {
    record.decided(decision)
    assertAllow(decision, attributes)
    return impersonated as Authorized
  }
  return thenMaybe(decide(server, attributes), use)
}

/** Throws 403 for a request that is not allowed, and 500 if the decision fails. */
export async function assertAllowed(server: AuthorizationContext, attributes: AuthorizerAttributes): Promise<void> {
  assertAllow(await decide(server, attributes), attributes)
}

function decide(server: AuthorizationContext, attributes: AuthorizerAttributes): Promise<Decision> | Decision {
  const undecided = (cause: unknown): never => {
    server.logger.error({ err: cause, path: attributes.path }, 'authorization failed')
    throw internalError('authorization could not be decided')
  }
  try {
    const answer = server.authorize(attributes)
    return answer instanceof Promise ? answer.catch(undecided) : answer
  } catch (cause) {
    return undecided(cause)
  }
}

/** The 403 of a request that authorization or impersonation denies. */
export class AccessDenied extends FilterRefusal {
  constructor({ message, details }: StatusError) {
    super('Forbidden', message, details === undefined ? {} : { details })
  }
}

/** The 403 of something that no authorizer can allow. */
export function denied(attributes: AuthorizerAttributes, reason: string): AccessDenied {
  return new AccessDenied(denial(attributes, reason))
}

function assertAllow({ effect, reason }: Decision, attributes: AuthorizerAttributes): void {
  if (effect !== 'allow') throw denied(attributes, reason)
}

/** What the authorizer attributes of a request are made of. */
export interface AuthorizedParts {
  readonly info: RequestInfo
  readonly user: UserInfo
  readonly deadlineMs: number
}

/** The authorizer attributes of a request, from its URL, its user and its deadline. */
export function attributesOf({ info, user, deadlineMs }: AuthorizedParts): AuthorizerAttributes {
  const query = info.query.size > 0 && narrowed.has(info.verb) ? info.query : undefined
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
    deadlineMs,
    fieldRequirements: query && readSelector(query.get('fieldSelector'), parseFieldSelector)?.requirements,
    labelRequirements: query && readSelector(query.get('labelSelector'), parseLabelSelector)?.requirements,
  }
}

const narrowed = new Set(['list', 'watch', 'deletecollection'])

// upstream: endpoints/filters/authorization.go – a selector that cannot be parsed narrows nothing, and is refused later.
function readSelector<T>(text: string | null, parse: (text: string) => T): T | undefined {
  if (text === null || text === '') return undefined
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

// upstream: endpoints/handlers/responsewriters/errors.go, forbiddenMessage – the reason is not escaped.
function denial(attributes: AuthorizerAttributes, reason: string): StatusError {
  const { user, verb, group, resource, subresource, namespace, name, path } = attributes
  const because = reason === '' ? '' : `: ${reason}`
  const who = `User ${JSON.stringify(user.username)} cannot ${verb}`
  if (!attributes.isResourceRequest) {
    return forbidden({ group: '', resource: '' }, '', escapeMarkup(`${who} path ${JSON.stringify(path)}`) + because)
  }
  const full = subresource === '' ? resource : `${resource}/${subresource}`
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${JSON.stringify(namespace)}`
  const what = `resource ${JSON.stringify(full)} in API group ${JSON.stringify(group)} ${where}`
  return forbidden({ group, resource }, name, escapeMarkup(`${who} ${what}`) + because)
}
