import type { ApiHistory } from './api-history.ts'
import type { CheckedHistory, CheckedRelease } from './policy-break.ts'

/** Reads the numbers and dates of releases. Throws a TypeError for what is none, and for releases out of order. */
export function readHistory({ releases }: ApiHistory): CheckedHistory {
  let before: CheckedRelease | undefined
  return {
    releases: releases.map((content, index) => {
      const numbers = /^v?(\d{1,4})\.(\d{1,4})(?:\.\d{1,4})?$/.exec(content.release)
      if (numbers === null)
        throw new TypeError(`${JSON.stringify(content.release)} is not a release: two numbers, 1.36`)
      const at = /^\d{4}-\d{2}-\d{2}$/.test(content.date) ? Date.parse(`${content.date}T00:00:00Z`) : Number.NaN
      if (Number.isNaN(at)) throw new TypeError(`${JSON.stringify(content.date)} is not a date: 2026-04-22`)
      const read = { index, major: Number(numbers[1]), minor: Number(numbers[2]), at, content }
      if (before !== undefined && !isLater(read, before)) {
        throw new TypeError(`release ${content.release} does not come after ${before.content.release}`)
      }
      before = read
      return read
    }),
  }
}

function isLater(a: CheckedRelease, b: CheckedRelease): boolean {
  return a.at >= b.at && (a.major > b.major || (a.major === b.major && a.minor > b.minor))
}
