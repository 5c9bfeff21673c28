import { formatMicroTime, type Clock } from '@pinnace/meta'

/** The time now as the wire writes it. */
export function microTime(clock: Pick<Clock, 'now'>): string {
  return formatMicroTime(BigInt(Math.floor(clock.now() * 1000)))
}
