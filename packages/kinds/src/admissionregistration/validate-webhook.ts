import { isDns1035Label, isFullyQualifiedName, validateLabelSelector, type FieldErrors } from '@pinnace/meta'
import type { MutatingWebhook, ValidatingWebhook } from '@pinnace/types/admissionregistration-v1'
import { reportEach } from '../validation/messages.ts'
import { validateMatchConditions, type ConditionChecks } from './match-conditions.ts'
import { validateEnum } from './validate-enum.ts'
import { validateWebhookClient } from './webhook-client-config.ts'
import { validateWebhookRules } from './webhook-rules.ts'

/** A webhook of either sort. */
export type Webhook = ValidatingWebhook | MutatingWebhook

/** Versions of reviews this server speaks, in the order messages name them. */
const reviewVersions: readonly string[] = ['v1', 'v1beta1']

/** Which rules hold; an update may keep what was stored under older ones. */
export interface WebhookRequirements {
  readonly uniqueNames: boolean
  readonly noSideEffects: boolean
  readonly knownReviewVersion: boolean
  /** False where match conditions are as they are stored. */
  readonly matchConditions: boolean
  readonly conditions: ConditionChecks
}

const failurePolicies = ['Fail', 'Ignore']
const matchPolicies = ['Equivalent', 'Exact']
const reinvocationPolicies = ['IfNeeded', 'Never']
const sideEffectClasses = ['None', 'NoneOnDryRun', 'Some', 'Unknown']
const withoutSideEffects = ['None', 'NoneOnDryRun']

/** Webhooks of a configuration; `at` is the path of the list. */
// upstream: admissionregistration/validation, validateValidatingWebhookConfiguration
export function validateWebhooks(
  webhooks: readonly Webhook[],
  requirements: WebhookRequirements,
  at: string,
  errors: FieldErrors,
): void {
  const names = new Set<string>()
  webhooks.forEach((webhook, index) => {
    const field = `${at}[${index}]`
    validateWebhook(webhook, requirements, field, errors)
    validateReviewVersions(webhook.admissionReviewVersions, requirements, `${field}.admissionReviewVersions`, errors)
    const { name } = webhook
    if (!requirements.uniqueNames || name === '') return
    if (names.has(name)) errors.duplicate(`${field}.name`, name)
    names.add(name)
  })
}

/** Whether at least one of the versions is one this server speaks; none at all is not its question. */
export function hasKnownReviewVersion({ admissionReviewVersions: versions }: Webhook): boolean {
  return (versions ?? []).length === 0 || versions.some((version) => reviewVersions.includes(version))
}

/** Whether a webhook says that it has no side effects, or none on dry run. */
export function hasNoSideEffects({ sideEffects }: Webhook): boolean {
  return withoutSideEffects.includes(sideEffects)
}

function validateWebhook(webhook: Webhook, requirements: WebhookRequirements, at: string, errors: FieldErrors): void {
  if (webhook.name === '') errors.required(`${at}.name`)
  else reportEach(errors, isFullyQualifiedName(webhook.name), `${at}.name`, webhook.name)
  validateWebhookRules(webhook.rules ?? [], `${at}.rules`, errors)
  validateEnum(webhook.failurePolicy, failurePolicies, `${at}.failurePolicy`, errors)
  validateEnum(webhook.matchPolicy, matchPolicies, `${at}.matchPolicy`, errors)
  const classes = requirements.noSideEffects ? withoutSideEffects : sideEffectClasses
  if (webhook.sideEffects === undefined || webhook.sideEffects === null) {
    errors.required(`${at}.sideEffects`, `must specify one of ${classes.join(', ')}`)
  } else validateEnum(webhook.sideEffects, classes, `${at}.sideEffects`, errors)
  const { timeoutSeconds: seconds } = webhook
  if (seconds !== undefined && (seconds < 1 || seconds > 30)) {
    errors.invalid(`${at}.timeoutSeconds`, seconds, 'the timeout value must be between 1 and 30 seconds')
  }
  validateLabelSelector(webhook.namespaceSelector, `${at}.namespaceSelector`, errors)
  validateLabelSelector(webhook.objectSelector, `${at}.objectSelector`, errors)
  if ('reinvocationPolicy' in webhook) {
    validateEnum(webhook.reinvocationPolicy, reinvocationPolicies, `${at}.reinvocationPolicy`, errors)
  }
  validateWebhookClient(webhook.clientConfig, `${at}.clientConfig`, errors)
  if (requirements.matchConditions) {
    const { matchConditions = [] } = webhook
    validateMatchConditions(matchConditions, requirements.conditions, `${at}.matchConditions`, errors)
  }
}

// upstream: admissionregistration/validation, validateAdmissionReviewVersions
function validateReviewVersions(
  versions: readonly string[] | undefined | null,
  { knownReviewVersion }: WebhookRequirements,
  at: string,
  errors: FieldErrors,
): void {
  const known = reviewVersions.join(', ')
  if (!versions || versions.length === 0) return errors.required(at, `must specify one of ${known}`)
  const seen = new Set<string>()
  versions.forEach((version, index) => {
    if (seen.has(version)) return errors.invalid(`${at}[${index}]`, version, 'duplicate version')
    seen.add(version)
    reportEach(errors, isDns1035Label(version), `${at}[${index}]`, version)
    return undefined
  })
  if (knownReviewVersion && !versions.some((version) => reviewVersions.includes(version))) {
    errors.invalid(at, versions, `must include at least one of ${known}`)
  }
  return undefined
}
