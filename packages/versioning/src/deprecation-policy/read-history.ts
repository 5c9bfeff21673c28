import { formatGroupVersion } from '@pinnace/meta'
import type { ApiHistory, ApiRelease } from './api-history.ts'
import type { CheckedHistory, CheckedRelease } from './policy-break.ts'

/**
 * Reads the numbers and dates of releases. Throws a TypeError for what is none, for releases out of order, and for what a
 * release lists twice.
 */
export function readHistory({ releases }: ApiHistory): CheckedHistory {
  let before: CheckedRelease | undefined
  return {
    releases: releases.map((content, index) => {
      const numbers = /^v?(\d{1,4})\.(\d{1,4})(?:\.\d{1,4})?$/.exec(content.release)
      if (numbers === null)
        throw new TypeError(`${JSON.stringify(content.release)} is not a release: two numbers, 1.36`)
      const at = readDate(content.date)
      assertOnce(content)
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

function readDate(text: string): number {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  // The thirtieth of February would be read as a day of March.
  const isDate = !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
  if (!isDate) throw new TypeError(`${JSON.stringify(text)} is not a date: 2026-04-22`)
  return at
}

function assertOnce({
  release,
  versions = [],
  flags = [],
  gates = [],
  metrics = [],
  behaviors = [],
}: ApiRelease): void {
  const lists: Readonly<Record<string, readonly string[]>> = {
    version: versions.map(formatGroupVersion),
    flag: flags.map(({ name }) => name),
    gate: gates.map(({ name }) => name),
    metric: metrics.map(({ name }) => name),
    behavior: behaviors.map(({ name }) => name),
  }
  for (const [what, names] of Object.entries(lists)) {
    const twice = names.find((name, index) => names.indexOf(name) !== index)
    if (twice !== undefined) throw new TypeError(`release ${release} lists the ${what} ${JSON.stringify(twice)} twice`)
  }
}
