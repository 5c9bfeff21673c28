import type { FieldErrors } from '@pinnace/meta'
import type {
  ExemptPriorityLevelConfiguration,
  LimitedPriorityLevelConfiguration,
  LimitResponse,
  QueuingConfiguration,
} from '@pinnace/types/flowcontrol-v1'
import { inclusiveRange } from '../validation/messages.ts'

const responseTypes = ['Queue', 'Reject']
const maxQueues = 10_000_000
const maxEntropyBits = 60
const notNegative = 'must be a non-negative integer'
const positive = 'must be positive'

/** The shares of the level that is not limited; `at` is their path. */
// upstream: flowcontrol/validation, ValidateExemptPriorityLevelConfiguration
export function validateExempt(exempt: ExemptPriorityLevelConfiguration, at: string, errors: FieldErrors): void {
  const { nominalConcurrencyShares: shares = 0, lendablePercent } = exempt
  if (shares < 0) errors.invalid(`${at}.nominalConcurrencyShares`, shares, notNegative)
  validatePercent(lendablePercent, `${at}.lendablePercent`, errors)
}

/** How a level is limited; `at` is the path. */
// upstream: flowcontrol/validation, ValidateLimitedPriorityLevelConfiguration
export function validateLimited(limited: LimitedPriorityLevelConfiguration, at: string, errors: FieldErrors): void {
  const { nominalConcurrencyShares, limitResponse, lendablePercent, borrowingLimitPercent } = limited
  const shares = nominalConcurrencyShares ?? 0
  if (shares < 0) errors.invalid(`${at}.nominalConcurrencyShares`, shares, notNegative)
  validateResponse(limitResponse ?? { type: '' }, `${at}.limitResponse`, errors)
  validatePercent(lendablePercent, `${at}.lendablePercent`, errors)
  if (borrowingLimitPercent !== undefined && borrowingLimitPercent < 0) {
    errors.invalid(`${at}.borrowingLimitPercent`, borrowingLimitPercent, `if specified, ${notNegative}`)
  }
}

function validatePercent(percent: number | undefined, field: string, errors: FieldErrors): void {
  if (percent !== undefined && (percent < 0 || percent > 100)) errors.invalid(field, percent, inclusiveRange(0, 100))
}

// upstream: flowcontrol/validation, ValidateLimitResponse
function validateResponse({ type, queuing }: LimitResponse, at: string, errors: FieldErrors): void {
  if (type === 'Reject') {
    if (queuing !== undefined) {
      errors.forbidden(`${at}.queuing`, 'must be nil if limited.limitResponse.type is not Limited')
    }
  } else if (type === 'Queue') {
    if (queuing !== undefined) validateQueuing(queuing, `${at}.queuing`, errors)
    else errors.required(`${at}.queuing`, 'must not be empty if limited.limitResponse.type is Limited')
  } else if (type === '') errors.required(`${at}.type`)
  else errors.notSupported(`${at}.type`, type, responseTypes)
}

// upstream: flowcontrol/validation, ValidatePriorityLevelQueuingConfiguration
function validateQueuing(queuing: QueuingConfiguration, at: string, errors: FieldErrors): void {
  const { queues = 0, handSize = 0, queueLengthLimit = 0 } = queuing
  if (queueLengthLimit <= 0) errors.invalid(`${at}.queueLengthLimit`, queueLengthLimit, positive)
  if (queues <= 0) errors.invalid(`${at}.queues`, queues, positive)
  else if (queues > maxQueues) errors.invalid(`${at}.queues`, queues, `must not be greater than ${maxQueues}`)
  const problem = handProblem(handSize, queues)
  if (problem !== undefined) errors.invalid(`${at}.handSize`, handSize, problem)
}

/** Why a hand of queues cannot be dealt. */
// upstream: apiserver/pkg/util/shufflesharding, RequiredEntropyBits
function handProblem(handSize: number, queues: number): string | undefined {
  if (handSize <= 0) return positive
  if (handSize > queues) return `should not be greater than queues (${queues})`
  if (Math.ceil(Math.log2(queues) * handSize) <= maxEntropyBits) return undefined
  return `required entropy bits of deckSize ${queues} and handSize ${handSize} should not be greater than ${maxEntropyBits}`
}
