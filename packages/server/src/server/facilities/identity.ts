import { silentLogger, systemClock, systemRandom } from '@pinnace/meta'
import { vocabularyOf } from '../server-options.ts'
import type { CreateFacility } from './facility.ts'

/** What the host injects: vocabulary, clock, random, logger, and its hook for requests. */
export const identity: CreateFacility = (_server, options) => {
  const { clock = systemClock, random = systemRandom, logger = silentLogger, onRequest } = options
  const vocabulary = vocabularyOf(options.vocabulary)
  return {
    provides: { vocabulary, clock, random, logger, onRequest, policyGroup: vocabulary.group('rbac.authorization') },
  }
}
