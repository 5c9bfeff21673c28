import { compileValidator } from '@pinnace/schema'

/** Whether a pattern can be matched in linear time. */
export function isRe2(pattern: string): boolean {
  try {
    compileValidator({ type: 'string', pattern })
    return true
  } catch {
    return false
  }
}
