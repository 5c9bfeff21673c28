import { formatGroupVersion } from '@pinnace/meta'
import { stabilityOf } from '../runtime-config/stability.ts'
import type { ApiRelease, ReleasedResource, ReleasedVersion, Track } from './api-history.ts'
import { lastSince, livesOf, type Life } from './lives.ts'
import type { CheckedHistory, PolicyBreak, PolicyRule } from './policy-break.ts'
import { formatWindow, isOver, type SupportWindow } from './support-window.ts'

const rank: Readonly<Record<Track, number>> = { alpha: 0, beta: 1, stable: 2 }
const betaWindow: SupportWindow = { months: 9, releases: 3 }

/** Rule 1: what is in a released version stays in it as it is, on every track, and is so again where it comes back. */
export const keepsElements: PolicyRule = (history) => {
  const lives = versionLives(history)
  return [...new Set(lives.map(({ name }) => name))].flatMap((name) =>
    pairs(lives.flatMap((life) => (life.name === name ? life.states : []))).flatMap(([before, after]) => {
      const at = after.release.content.release
      const broken = (element: string, message: string): PolicyBreak => ({
        rule: '1',
        element: `${name} ${element}`,
        release: at,
        message,
        allowed: 'leave it in this version, and take it away with the next version of the group',
      })
      return Object.entries(before.state.resources).flatMap(([resource, old]) => {
        const now = own(after.state.resources, resource)
        if (now === undefined) return [broken(resource, 'the resource is gone from a released version')]
        return Object.entries(old.fields).flatMap(([path, field]) => {
          const next = own(now.fields, path)
          if (next === undefined) return [broken(`${resource} ${path}`, 'the field is gone from a released version')]
          if (next.type === field.type) return []
          return [broken(`${resource} ${path}`, `the field was ${field.type} and is ${next.type}`)]
        })
      })
    }),
  )
}

/** Rule 2: an object that is read in one version and written in another loses nothing. */
export const roundTrips: PolicyRule = ({ releases }) =>
  releases.flatMap(({ content }) =>
    groupsOf(content).flatMap((versions) =>
      versions.flatMap((from) =>
        versions.flatMap((to) => {
          if (from === to) return []
          return Object.entries(from.resources).flatMap(([resource, shown]) => {
            const other = own(to.resources, resource)
            // A resource that a version does not have at all loses nothing there.
            if (other === undefined) return []
            return lostIn(shown, other).map((path): PolicyBreak => ({
              rule: '2',
              element: `${nameOf(from)} ${resource} ${path}`,
              release: content.release,
              message: `${nameOf(to)} has nothing for it: an object that goes through it comes back without`,
              allowed: `a field of the same concept in ${nameOf(to)}, or an annotation that carries it`,
            }))
          })
        }),
      ),
    ),
  )

/** Rule 3: a version is not deprecated in favor of a less stable one. */
export const staysAsStable: PolicyRule = ({ releases }) =>
  releases.flatMap(({ content }) =>
    (content.versions ?? []).flatMap((version): PolicyBreak[] => {
      if (!version.deprecatedFor) return []
      const target = version.deprecatedFor.slice(version.deprecatedFor.lastIndexOf('/') + 1)
      const [own, other] = [trackOf(version.version), trackOf(target)]
      if (rank[other] >= rank[own]) return []
      return [
        {
          rule: '3',
          element: nameOf(version),
          release: content.release,
          message: `a version on the ${own} track is deprecated in favour of ${version.deprecatedFor}, which is ${other}`,
          allowed: `a replacement that is ${own === 'beta' ? 'beta or stable' : own}`,
        },
      ]
    }),
  )

/** Rule 4a: how long a version is there after it was deprecated. */
export const outlivesDeprecation: PolicyRule = (history) =>
  versionLives(history).flatMap((life): PolicyBreak[] => {
    const { name, states, goneIn } = life
    const [first] = states
    const last = states.at(-1)
    if (goneIn === undefined || first === undefined || last === undefined) return []
    const track = trackOf(first.state.version)
    const broken = (message: string, allowed: string): PolicyBreak[] => [
      { rule: '4a', element: name, release: goneIn.content.release, message, allowed },
    ]
    const deprecated = lastSince(life, ({ deprecatedFor }) => deprecatedFor !== undefined)
    if (track === 'alpha') return []
    if (track === 'stable') {
      if (last.release.major !== goneIn.major) return []
      return broken(
        'a stable version is gone within a major release',
        'deprecate it, and remove it in the next major release',
      )
    }
    if (deprecated === undefined) {
      return broken(
        'a beta version is gone that was not deprecated',
        `deprecate it, and keep it for ${formatWindow(betaWindow)}`,
      )
    }
    if (isOver(betaWindow, deprecated, goneIn)) return []
    return broken(
      `a beta version is gone too soon after ${deprecated.content.release}, which deprecated it`,
      `keep it for ${formatWindow(betaWindow)} after that`,
    )
  })

/** Rule 4b: preferred and storage versions move to one that the release before served beside the one it had. */
export const advancesLater: PolicyRule = ({ releases }) =>
  releases.flatMap(({ content, index }) =>
    groupsOf(content).flatMap((versions) =>
      (['isPreferred', 'isStorage'] as const).flatMap((role): PolicyBreak[] => {
        const now = versions.find((version) => version[role])
        if (now === undefined) return []
        const { group } = now
        const before = lastWith(releases.slice(0, index), group, role)
        if (before === undefined || before.version === now.version) return []
        // A rollback leads to the release before, and to no older one.
        const served = (releases[index - 1]?.content.versions ?? []).filter((version) => version.group === group)
        const hadBoth = [now.version, before.version].every((wanted) =>
          served.some(({ version }) => version === wanted),
        )
        if (hadBoth) return []
        const what = role === 'isPreferred' ? 'preferred' : 'storage'
        return [
          {
            rule: '4b',
            element: nameOf(now),
            release: content.release,
            message: `it becomes the ${what} version, and the release before does not serve both it and ${nameOf(before)}`,
            allowed: `release both first, with ${nameOf(before)} as the ${what} version, so that a rollback works`,
          },
        ]
      }),
    ),
  )

function versionLives(history: CheckedHistory): readonly Life<ReleasedVersion>[] {
  return livesOf(history, ({ versions = [] }) => versions.map((version) => [nameOf(version), version]))
}

function nameOf(version: ReleasedVersion): string {
  return formatGroupVersion(version)
}

// A name of another form promises nothing, as an alpha does.
function trackOf(version: string): Track {
  return stabilityOf(version) ?? 'alpha'
}

function groupsOf({ versions = [] }: ApiRelease): readonly (readonly ReleasedVersion[])[] {
  const groups = new Map<string, ReleasedVersion[]>()
  for (const version of versions) groups.set(version.group, [...(groups.get(version.group) ?? []), version])
  return [...groups.values()]
}

function lastWith(
  releases: CheckedHistory['releases'],
  group: string,
  role: 'isPreferred' | 'isStorage',
): ReleasedVersion | undefined {
  return releases
    .flatMap(({ content }) => (content.versions ?? []).filter((version) => version.group === group && version[role]))
    .at(-1)
}

function lostIn(from: ReleasedResource, to: ReleasedResource): readonly string[] {
  const kept = new Set(Object.entries(to.fields).map(([path, { concept = path }]) => concept))
  return Object.entries(from.fields)
    .filter(([path, { concept = path, isCarried = false }]) => !isCarried && !kept.has(concept))
    .map(([path]) => path)
}

function pairs<T>(items: readonly T[]): readonly (readonly [T, T])[] {
  const found: (readonly [T, T])[] = []
  let before: T | undefined
  for (const item of items) {
    if (before !== undefined) found.push([before, item])
    before = item
  }
  return found
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}
