import { sameDescriptions } from '../same-descriptions.ts'
import { descriptions as v1 } from './admissionregistration-v1.ts'
import type { TypeDescriptions } from './type-descriptions.ts'

/** Types of `admissionregistration/v1beta1`, which are those of v1; its rules are of v1 themselves. */
export const descriptions: TypeDescriptions = sameDescriptions(v1, 'v1beta1', ['Rule', 'RuleWithOperations'])
