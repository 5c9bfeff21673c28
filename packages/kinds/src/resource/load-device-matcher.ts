import type { Vocabulary } from '@pinnace/meta'
import type { DeviceMatcher } from './device-matcher.ts'

/** Loads the expression language, and makes a matcher that keeps compiled expressions. */
export async function loadDeviceMatcher(vocabulary: Pick<Vocabulary, 'product'>): Promise<DeviceMatcher> {
  const { createDeviceMatcher } = await import('./match-device.ts')
  return createDeviceMatcher(vocabulary)
}
