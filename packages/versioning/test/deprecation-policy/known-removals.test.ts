import { expect, it } from 'vitest'
import { checkDeprecationPolicy, type ApiRelease, type ReleasedVersion } from '../../src/deprecation-policy/index.ts'

/** Releases of Kubernetes, with the days they came out. */
const dates: Readonly<Record<string, string>> = {
  '1.16': '2019-09-18',
  '1.17': '2019-12-07',
  '1.18': '2020-03-25',
  '1.19': '2020-08-26',
  '1.20': '2020-12-08',
  '1.21': '2021-04-08',
  '1.22': '2021-08-04',
  '1.23': '2021-12-07',
  '1.24': '2022-05-03',
  '1.25': '2022-08-23',
}
const fields = { 'spec.schedule': { type: 'string' } }

/** A group whose beta version is deprecated in one release and removed in another. */
function historyOf(stableSince: string, deprecatedIn: string, removedIn: string): readonly ApiRelease[] {
  const of = (version: string, more: Partial<ReleasedVersion> = {}): ReleasedVersion => ({
    group: 'batch',
    version,
    resources: { cronjobs: { fields } },
    ...more,
  })
  const minor = (release: string): number => Number(release.slice(2))
  return Object.entries(dates).map(([release, date]) => ({
    release,
    date,
    versions: [
      ...(minor(release) >= minor(stableSince) ? [of('v1', { isPreferred: minor(release) > minor(stableSince) })] : []),
      ...(minor(release) >= minor(removedIn)
        ? []
        : [
            of('v1beta1', {
              isPreferred: minor(release) <= minor(stableSince),
              ...(minor(release) >= minor(deprecatedIn) ? { deprecatedFor: 'batch/v1' } : {}),
            }),
          ]),
    ],
  }))
}

it.each([
  ['certificate requests and webhook configurations', '1.19', '1.19', '1.22'],
  ['definitions of custom resources', '1.16', '1.16', '1.22'],
  ['cron jobs, disruption budgets, endpoint slices', '1.21', '1.21', '1.25'],
])('Kubernetes kept the policy with %s', (_what, stableSince, deprecatedIn, removedIn) => {
  expect(checkDeprecationPolicy({ releases: historyOf(stableSince, deprecatedIn, removedIn) })).toEqual([])
})

it.each([
  ['1.19', '1.20', '1.22', 'a beta version is gone too soon after 1.20, which deprecated it'],
  ['1.22', '1.22', '1.24', 'a beta version is gone too soon after 1.22, which deprecated it'],
])('stable in %s, deprecated in %s and gone in %s would have broken it', (stable, deprecated, removed, message) => {
  const found = checkDeprecationPolicy({ releases: historyOf(stable, deprecated, removed) })
  expect(found.map((one) => [one.rule, one.release, one.message])).toEqual([['4a', removed, message]])
})
