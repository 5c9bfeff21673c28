import { silentLogger, systemClock, systemRandom } from '@pinnace/meta'
import { vocabularyOf } from '../server-options.ts'
import type { CreateFacility } from './facility.ts'

/** The vocabulary, clock, random source, logger and request hook of the host. */
export const identity: CreateFacility = (_server, options) => {
  const { clock = systemClock, random = systemRandom, logger = silentLogger, onRequest } = options
  const vocabulary = vocabularyOf(options.vocabulary)
  return {
    provides: { vocabulary, clock, random, logger, onRequest, policyGroup: vocabulary.group('rbac.authorization') },
  }
}
