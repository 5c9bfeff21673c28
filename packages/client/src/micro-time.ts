import { formatMicroTime, type Clock } from '@pinnace/meta'

/** The current time as a MicroTime. */
export function microTime(clock: Pick<Clock, 'now'>): string {
  return formatMicroTime(BigInt(Math.floor(clock.now() * 1000)))
}
