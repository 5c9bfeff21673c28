import { FieldErrors, type ApiObject, type FieldError } from '@pinnace/meta'
import { joinReasons } from '../../join-reasons.ts'
import {
  formatLevelVersion,
  isSame,
  levelMessage,
  parseLevel,
  parseVersion,
  versionMessage,
  type LevelVersion,
  isAtMost,
} from './level.ts'

/** What happens on a violation: a refusal, an audit annotation, a warning. */
export type Mode = 'enforce' | 'audit' | 'warn'

/** The level and version of every mode. */
export type Policy = Readonly<Record<Mode, LevelVersion>>

/** The policy in the labels of a namespace. */
export interface NamespacePolicy {
  readonly policy: Policy
  /** The errors of invalid labels. An invalid `enforce` level is `restricted`, others are `privileged`. */
  readonly errors: readonly FieldError[]
}

type Labels = Readonly<Record<string, string>>

/** The modes, in the order of messages. */
export const modes: readonly Mode[] = ['enforce', 'audit', 'warn']

/** Creates a reader of the policies of stored namespaces, which reads each stored state once. */
export function createPolicyReader(prefix: string, defaults: Policy): (namespace: ApiObject) => NamespacePolicy {
  // Stored objects do not change: each write of a namespace makes another one.
  const policies = new WeakMap<ApiObject, NamespacePolicy>()
  return (namespace) => {
    let policy = policies.get(namespace)
    if (policy === undefined) {
      policy = readNamespacePolicy(namespace.metadata.labels, prefix, defaults)
      policies.set(namespace, policy)
    }
    return policy
  }
}

/** Reads the policy of a namespace. @param prefix of the labels: `pod-security.<domain>/` */
// upstream: pod-security-admission/api/helpers.go, PolicyToEvaluate
export function readNamespacePolicy(labels: Labels | undefined, prefix: string, defaults: Policy): NamespacePolicy {
  const errors = new FieldErrors()
  if (labels === undefined) return { policy: defaults, errors: errors.list }
  const read = (mode: Mode): LevelVersion => {
    let { level, minor } = defaults[mode]
    const levelLabel = `${prefix}${mode}`
    const levelText = labelOf(labels, levelLabel)
    if (levelText !== undefined) {
      const parsed = parseLevel(levelText)
      if (parsed === undefined) errors.invalid(`metadata.labels[${levelLabel}]`, levelText, levelMessage)
      level = parsed ?? (mode === 'enforce' ? 'restricted' : 'privileged')
    }
    const versionLabel = `${prefix}${mode}-version`
    const versionText = labelOf(labels, versionLabel)
    if (versionText !== undefined) {
      const parsed = parseVersion(versionText)
      if (parsed === undefined) errors.invalid(`metadata.labels[${versionLabel}]`, versionText, versionMessage)
      minor = parsed ?? Infinity
    }
    return { level, minor }
  }
  const [enforce, audit, warn] = [read('enforce'), read('audit'), read('warn')]
  const isWarned = labelOf(labels, `${prefix}warn`) !== undefined || isAtMost(enforce.level, warn.level)
  return { policy: { enforce, audit, warn: isWarned ? warn : warnOf(enforce) }, errors: errors.list }

  /** Without a level of their own, warnings have that of enforcement, which says nothing of pod templates. */
  function warnOf({ level, minor }: LevelVersion): LevelVersion {
    return { level, minor: labelOf(labels ?? {}, `${prefix}warn-version`) === undefined ? minor : warn.minor }
  }
}

function labelOf(labels: Labels, name: string): string | undefined {
  return Object.hasOwn(labels, name) ? labels[name] : undefined
}

/** Whether every mode has the level privileged. */
export function isPrivileged(policy: Policy): boolean {
  return modes.every((mode) => policy[mode].level === 'privileged')
}

/** Formats errors of labels. */
export function errorText(errors: readonly FieldError[]): string {
  return joinReasons(errors.map(({ field, message }) => `${field}: ${message}`))
}

/** The policy of an exempt namespace. */
export interface ExemptPolicy {
  /** The prefix of the labels. */
  readonly prefix: string
  readonly policy: Policy
  readonly defaults: Policy
}

/** The warning for an exempt namespace with a policy; undefined if the policy is that of the defaults. */
// upstream: pod-security-admission/admission/admission.go, exemptNamespaceWarning
export function exemptNamespaceWarning(
  namespace: string,
  labels: Labels | undefined,
  { prefix, policy, defaults }: ExemptPolicy,
): string | undefined {
  if (isPrivileged(policy) || modes.every((mode) => isEquivalent(policy[mode], defaults[mode]))) return undefined
  const has = (label: string): boolean => labels !== undefined && Object.hasOwn(labels, label)
  const ignored = modes
    .filter((mode) => policy[mode].level !== 'privileged')
    .filter((mode) => has(`${prefix}${mode}`) || has(`${prefix}${mode}-version`))
    .map((mode) => `${mode}=${formatLevelVersion(policy[mode])}`)
  return `namespace "${namespace}" is exempt from Pod Security, and the policy (${ignored.join(', ')}) will be ignored`
}

function isEquivalent(left: LevelVersion, right: LevelVersion): boolean {
  return isSame(left, right) || (left.level === 'privileged' && right.level === 'privileged')
}
