import type { TracedRequestDetails, TracedRule } from '@pinnace/inspector'
import type { RbacExplanation } from '@pinnace/rbac'
import type { UserInfo } from '@pinnace/meta'
import type { RecordedTrace } from './recorded-trace.ts'
import { summaryOf } from './request-traces.ts'

/** What the description of a request needs of the server. */
export interface DescribeContext {
  /** The name of the authenticator that has found a user. */
  authenticatorOf(user: UserInfo): string | undefined
  /** Undefined without the mode RBAC. */
  readonly explain: (attributes: NonNullable<RecordedTrace['attributes']>) => Promise<RbacExplanation> | undefined
}

/** Everything that is known of a request. */
export async function describeRequest(
  { authenticatorOf, explain }: DescribeContext,
  trace: RecordedTrace,
): Promise<TracedRequestDetails> {
  const { incoming, user, impersonator, decision, failure, revision, watchers, body, bodyHidden, attributes } = trace
  const { auditId, userAgent, contentType, remoteAddress } = incoming
  const authenticated = impersonator ?? user
  const authenticator = authenticated === undefined ? undefined : authenticatorOf(authenticated)
  const rbac = attributes === undefined || decision === undefined ? undefined : await explain(attributes)
  return {
    ...summaryOf(trace),
    auditId,
    groups: user?.groups ?? [],
    stages: trace.stages,
    admission: trace.admission,
    annotations: Object.fromEntries(trace.annotations),
    warnings: trace.warnings,
    ...present({
      userAgent,
      contentType,
      remoteAddress,
      authenticator,
      decision,
      failure,
      watchers,
      body,
      bodyHidden,
    }),
    ...(impersonator === undefined ? {} : { impersonator: impersonator.username }),
    ...(revision === undefined ? {} : { revision: String(revision) }),
    ...(rbac === undefined ? {} : { rbac: toTracedRule(rbac) }),
  }
}

/** An explanation of RBAC as the inspector shows it. */
function toTracedRule(explanation: RbacExplanation): TracedRule {
  if (explanation.isAllowed) {
    const { rule, role, binding } = explanation
    return { isAllowed: true, rule, role: { kind: role.kind, name: role.name }, binding, near: [] }
  }
  const near = explanation.near.map(({ rule, lacks, binding }) => ({ rule, lacks, binding }))
  return { isAllowed: false, rule: explanation.missing, near }
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** The members that are not undefined. */
function present<T extends object>(members: T): Present<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Present<T>
}
