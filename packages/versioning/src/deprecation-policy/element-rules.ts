import type { ReleasedFlag, ReleasedGate, ReleasedMetric, Track } from './api-history.ts'
import { highestTrack, lastSince, livesOf, type Life } from './lives.ts'
import type { CheckedHistory, PolicyBreak, PolicyRule, PolicyRuleName } from './policy-break.ts'
import { formatWindow, isOver, noWindow, type SupportWindow } from './support-window.ts'

const flagWindows: Readonly<Record<ReleasedFlag['audience'], Readonly<Record<Track, SupportWindow>>>> = {
  user: { stable: { months: 12, releases: 2 }, beta: { months: 3, releases: 1 }, alpha: noWindow },
  admin: { stable: { months: 6, releases: 1 }, beta: { months: 3, releases: 1 }, alpha: noWindow },
}
const behaviorWindow: SupportWindow = { months: 12, releases: 0 }
const gateWindows: Readonly<Record<'stable' | 'dropped', SupportWindow>> = {
  stable: { months: 6, releases: 2 },
  dropped: { months: 3, releases: 1 },
}
const metricLife: SupportWindow = { months: 12, releases: 4 }
const metricWindow: SupportWindow = { months: 9, releases: 3 }

/** Rules 5a and 5b: how long an element of the command line works after it was deprecated. */
export function keepsFlags(audience: ReleasedFlag['audience']): PolicyRule {
  return (history) =>
    livesOf(history, ({ flags = [] }) =>
      flags.filter((flag) => flag.audience === audience).map((flag) => [`--${flag.name}`, flag]),
    ).flatMap((life) => {
      const track = highestTrack(life, (flag) => flag.track ?? 'stable')
      const rule = audience === 'user' ? '5a' : '5b'
      return goneTooSoon(life, rule, flagWindows[audience][track], `a ${track} element of the command line`)
    })
}

/** Rule 6: a deprecated element of the command line says so when it is used. */
export const flagsWarn: PolicyRule = ({ releases }) =>
  releases.flatMap(({ content: { release, flags = [] } }) =>
    flags
      .filter(({ isDeprecated, warns }) => isDeprecated === true && warns !== true)
      .map(({ name }) => ({
        rule: '6',
        element: `--${name}`,
        release,
        message: 'it is deprecated and does not say so when it is used',
        allowed: 'a warning, which may be switched off',
      })),
  )

/** Rule 7: what was announced to end works for another year. */
export const keepsBehaviors: PolicyRule = (history) =>
  livesOf(history, ({ behaviors = [] }) => behaviors.map((behavior) => [behavior.name, behavior])).flatMap((life) =>
    goneTooSoon(life, '7', behaviorWindow, 'a behavior'),
  )

/** Rule 8: how long a gate can still be set once its feature is stable, or dropped. */
export const keepsGates: PolicyRule = (history) =>
  gateLives(history).flatMap((life): PolicyBreak[] => {
    const { name, states, goneIn } = life
    const last = states.at(-1)
    if (goneIn === undefined || last === undefined) return []
    const { stage } = last.state
    // A gate that went back to alpha was promised as a beta.
    const wasMore = states.some((one) => one.state.stage === 'beta' || one.state.stage === 'stable')
    const broken = (message: string, window: SupportWindow): PolicyBreak[] => [
      {
        rule: '8',
        element: name,
        release: goneIn.content.release,
        message,
        allowed: `keep the gate, without an effect, for ${formatWindow(window)}`,
      },
    ]
    // What never was more than alpha owes nothing.
    if (!wasMore) return []
    if (stage === 'alpha' || stage === 'beta')
      return broken('a beta gate is gone before its feature was stable or dropped', gateWindows.dropped)
    const since = lastSince(life, (gate) => gate.stage === stage)
    if (since === undefined || isOver(gateWindows[stage], since, goneIn)) return []
    return broken(
      `the gate is gone too soon after ${since.content.release}, where its feature was ${stage}`,
      gateWindows[stage],
    )
  })

/** Rule 9: a deprecated gate says so when it is used, and notes and help say whether it still has an effect. */
export const gatesWarn: PolicyRule = ({ releases }) =>
  releases.flatMap(({ content: { release, gates = [] } }) =>
    gates.filter(({ isDeprecated }) => isDeprecated === true).flatMap((gate) => silences(gate, release)),
  )

/** Rule 9a: how long a stable metric lives at least. */
export const metricsLive: PolicyRule = (history) =>
  metricLives(history).flatMap(({ name, states, goneIn }): PolicyBreak[] => {
    const stable = states.find(({ state }) => state.stability === 'stable')
    if (goneIn === undefined || stable === undefined || isOver(metricLife, stable.release, goneIn)) return []
    return [
      {
        rule: '9a',
        element: name,
        release: goneIn.content.release,
        message: `a metric is gone too soon after ${stable.release.content.release}, where it was stable`,
        allowed: `keep it for ${formatWindow(metricLife)}`,
      },
    ]
  })

/** Rule 9b: how long a metric is there after it was deprecated. */
export const keepsMetrics: PolicyRule = (history) =>
  metricLives(history).flatMap((life) => {
    const stability = highestTrack(life, (state) => state.stability ?? 'alpha')
    return goneTooSoon(life, '9b', stability === 'stable' ? metricWindow : noWindow, `a ${stability} metric`)
  })

function goneTooSoon(
  life: Life<{ readonly isDeprecated?: boolean }>,
  rule: PolicyRuleName,
  window: SupportWindow,
  what: string,
): readonly PolicyBreak[] {
  const { name, goneIn } = life
  if (goneIn === undefined || window === noWindow) return []
  const deprecated = lastSince(life, ({ isDeprecated }) => isDeprecated === true)
  if (deprecated !== undefined && isOver(window, deprecated, goneIn)) return []
  const { release } = goneIn.content
  const message =
    deprecated === undefined
      ? `${what} is gone that was not deprecated`
      : `${what} is gone too soon after ${deprecated.content.release}, which deprecated it`
  return [
    {
      rule,
      element: name,
      release,
      message,
      allowed: `deprecate it, and keep it for ${formatWindow(window)} after that`,
    },
  ]
}

function gateLives(history: CheckedHistory): readonly Life<ReleasedGate>[] {
  return livesOf(history, ({ gates = [] }) => gates.map((gate) => [`gate ${gate.name}`, gate]))
}

function metricLives(history: CheckedHistory): readonly Life<ReleasedMetric>[] {
  return livesOf(history, ({ metrics = [] }) => metrics.map((metric) => [`metric ${metric.name}`, metric]))
}

function silences({ name, warns, isDocumented }: ReleasedGate, release: string): readonly PolicyBreak[] {
  const broken = (message: string, allowed: string): PolicyBreak => ({
    rule: '9',
    element: `gate ${name}`,
    release,
    message,
    allowed,
  })
  return [
    ...(warns === true ? [] : [broken('it is deprecated and does not say so when it is used', 'a warning')]),
    ...(isDocumented === true
      ? []
      : [
          broken(
            'it is deprecated, and nothing says whether it still has an effect',
            'release notes and help text that say so',
          ),
        ]),
  ]
}
