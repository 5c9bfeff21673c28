import { FieldErrors, type FieldError } from '@pinnace/meta'
import { joinReasons } from '../../join-reasons.ts'
import {
  formatLevelVersion,
  isSame,
  levelMessage,
  parseLevel,
  parseVersion,
  versionMessage,
  type LevelVersion,
} from './level.ts'

/** What a violation leads to: refusal, a note in the audit record, a warning. */
export type Mode = 'enforce' | 'audit' | 'warn'

/** What holds in a namespace. */
export type Policy = Readonly<Record<Mode, LevelVersion>>

/** What the labels of a namespace come to. */
export interface NamespacePolicy {
  readonly policy: Policy
  /** What is wrong with them; where something is, the strictest level is enforced, and none is audited or warned of. */
  readonly errors: readonly FieldError[]
}

type Labels = Readonly<Record<string, string>>

/** In the order errors are told in. */
export const modes: readonly Mode[] = ['enforce', 'audit', 'warn']

/** The policy of a namespace. @param prefix of the labels: `pod-security.<domain>/` */
// upstream: pod-security-admission/api/helpers.go, PolicyToEvaluate
export function readNamespacePolicy(labels: Labels | undefined, prefix: string, defaults: Policy): NamespacePolicy {
  const errors = new FieldErrors()
  if (labels === undefined) return { policy: defaults, errors: errors.list }
  const read = (mode: Mode): LevelVersion => {
    let { level, minor } = defaults[mode]
    const levelLabel = `${prefix}${mode}`
    if (Object.hasOwn(labels, levelLabel)) {
      const text = labels[levelLabel]!
      const parsed = parseLevel(text)
      if (parsed === undefined) errors.invalid(`metadata.labels[${levelLabel}]`, text, levelMessage)
      level = parsed ?? (mode === 'enforce' ? 'restricted' : 'privileged')
    }
    const versionLabel = `${prefix}${mode}-version`
    if (Object.hasOwn(labels, versionLabel)) {
      const text = labels[versionLabel]!
      const parsed = parseVersion(text)
      if (parsed === undefined) errors.invalid(`metadata.labels[${versionLabel}]`, text, versionMessage)
      minor = parsed ?? Infinity
    }
    return { level, minor }
  }
  return { policy: { enforce: read('enforce'), audit: read('audit'), warn: read('warn') }, errors: errors.list }
}

/** Whether nothing is asked of any pod. */
export function isPrivileged(policy: Policy): boolean {
  return modes.every((mode) => policy[mode].level === 'privileged')
}

/** Errors of labels in one line. */
export function errorText(errors: readonly FieldError[]): string {
  return joinReasons(errors.map(({ field, message }) => `${field}: ${message}`))
}

/** What is said of a policy in a namespace that is exempt from it; nothing where it asks for nothing of its own. */
// upstream: pod-security-admission/admission/admission.go, exemptNamespaceWarning
export function exemptNamespaceWarning(
  namespace: string,
  labels: Labels | undefined,
  prefix: string,
  policy: Policy,
  defaults: Policy,
): string | undefined {
  if (isPrivileged(policy) || modes.every((mode) => isEquivalent(policy[mode], defaults[mode]))) return undefined
  const has = (label: string): boolean => labels !== undefined && Object.hasOwn(labels, label)
  const said = modes
    .filter((mode) => policy[mode].level !== 'privileged')
    .filter((mode) => has(`${prefix}${mode}`) || has(`${prefix}${mode}-version`))
    .map((mode) => `${mode}=${formatLevelVersion(policy[mode])}`)
  return `namespace "${namespace}" is exempt from Pod Security, and the policy (${said.join(', ')}) will be ignored`
}

function isEquivalent(left: LevelVersion, right: LevelVersion): boolean {
  return isSame(left, right) || (left.level === 'privileged' && right.level === 'privileged')
}
