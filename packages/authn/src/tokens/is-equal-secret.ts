import { Buffer } from 'node:buffer'
import { timingSafeEqual } from 'node:crypto'

/** Compares secrets in a time that depends on their length only. */
export function isEqualSecret(stored: string, presented: string): boolean {
  const [one, other] = [Buffer.from(stored), Buffer.from(presented)]
  return one.length === other.length && timingSafeEqual(one, other)
}
