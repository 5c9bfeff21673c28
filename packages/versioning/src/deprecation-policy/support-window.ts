import type { CheckedRelease } from './policy-break.ts'

/** How long something must be there: so many months and so many releases, whichever is longer. */
export interface SupportWindow {
  readonly months: number
  readonly releases: number
}

/** Nothing is promised. */
export const noWindow: SupportWindow = Object.freeze({ months: 0, releases: 0 })

/** Whether the window that began with one release is over with another. */
export function isOver({ months, releases }: SupportWindow, from: CheckedRelease, to: CheckedRelease): boolean {
  return to.index - from.index >= releases && to.at >= monthsAfter(from.at, months)
}

/** `9 months and 3 releases` */
export function formatWindow({ months, releases }: SupportWindow): string {
  const parts = [months === 0 ? '' : count(months, 'month'), releases === 0 ? '' : count(releases, 'release')]
  return parts.filter((part) => part !== '').join(' and ')
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}

// The last day of a month is as far as a day of a longer one goes.
function monthsAfter(at: number, months: number): number {
  const date = new Date(at)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return date.getTime()
}
