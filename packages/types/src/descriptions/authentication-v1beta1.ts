import { sameDescriptions } from '../same-descriptions.ts'
import { descriptions as v1 } from './authentication-v1.ts'
import type { TypeDescriptions } from './type-descriptions.ts'

/** Types of `authentication/v1beta1`: the reviews, as in v1. */
export const descriptions: TypeDescriptions = sameDescriptions(v1, 'v1beta1', [
  'BoundObjectReference',
  'TokenRequest',
  'TokenRequestSpec',
  'TokenRequestStatus',
])
