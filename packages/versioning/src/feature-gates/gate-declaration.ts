/** How far a gate has come. */
export type GateStage = 'alpha' | 'beta' | 'stable' | 'deprecated'

/** One step of the life of a gate. */
export interface GateStep {
  readonly stage: GateStage
  /** The release it begins with, `1.36`. */
  readonly since: string
  /** Whether the feature is on when it is not configured. @default false for alpha and deprecated, true for the others */
  readonly default?: boolean
  /** The gate has no effect any more and cannot be moved from its default. @default false */
  readonly isLocked?: boolean
}

/** A feature that can be switched, and its life so far. */
export interface GateDeclaration {
  readonly name: string
  /** What it switches, for the help text. */
  readonly help: string
  /** In the order of their releases. */
  readonly life: readonly GateStep[]
  /** The release from which on the gate is unknown. @default not yet */
  readonly removedIn?: string
}

/** A gate in one release. */
export interface CurrentGate {
  readonly name: string
  readonly help: string
  readonly stage: GateStage
  readonly isDefault: boolean
  readonly isLocked: boolean
}

/** A gate as a release knows it; undefined before its life and after it. Throws a TypeError for a life that is out of order. */
export function gateIn(declaration: GateDeclaration, release: string): CurrentGate | undefined {
  let known = gates.get(declaration)
  if (known?.release !== release) gates.set(declaration, (known = { release, gate: readLife(declaration, release) }))
  return known.gate
}

// A memo, not state: most servers of a process have the same gates in the same release.
const gates = new WeakMap<GateDeclaration, { readonly release: string; readonly gate: CurrentGate | undefined }>()

function readLife({ name, help, life, removedIn }: GateDeclaration, release: string): CurrentGate | undefined {
  let current: GateStep | undefined
  let before: string | undefined
  for (const step of life) {
    if (before !== undefined && compareReleases(step.since, before) <= 0) {
      throw new TypeError(`the life of feature gate ${name} is out of order at ${step.since}`)
    }
    before = step.since
    if (compareReleases(step.since, release) <= 0) current = step
  }
  if (removedIn !== undefined && compareReleases(removedIn, release) <= 0) return undefined
  if (current === undefined) return undefined
  const { stage, isLocked = false, default: isDefault = stage === 'beta' || stage === 'stable' } = current
  return Object.freeze({ name, help, stage, isDefault, isLocked })
}

/** Orders releases; throws a TypeError for a text that is none. */
export function compareReleases(a: string, b: string): number {
  const [left, right] = [parseRelease(a), parseRelease(b)]
  return left[0] - right[0] || left[1] - right[1]
}

function parseRelease(text: string): readonly [number, number] {
  const match = /^v?(\d{1,4})\.(\d{1,4})$/.exec(text)
  if (match === null) throw new TypeError(`${JSON.stringify(text)} is not a release: two numbers, 1.36`)
  return [Number(match[1]), Number(match[2])]
}
