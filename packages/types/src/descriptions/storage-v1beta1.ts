import { someDescriptions } from '../same-descriptions.ts'
import { descriptions as v1 } from './storage-v1.ts'
import type { TypeDescriptions } from './type-descriptions.ts'

/** What the types of storage/v1beta1 and their fields are. */
export const descriptions: TypeDescriptions = someDescriptions(v1, 'v1beta1', ['VolumeAttributesClass'])
