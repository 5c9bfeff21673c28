import { compareReleases, gateIn, type CurrentGate, type GateDeclaration } from './gate-declaration.ts'

/** Which features are on, by the name of their gate, and by `AllAlpha` and `AllBeta`. */
export type FeatureGateSettings = Readonly<Record<string, boolean>>

/** The gates of a server. */
export interface FeatureGates {
  /** Throws a TypeError for a gate this release does not have. */
  isEnabled(name: string): boolean
  /** Every gate of the release, by name. */
  readonly known: readonly CurrentGate[]
  /** What the operator should know of what was set. */
  readonly warnings: readonly string[]
}

/** Options for {@link createFeatureGates}. */
export interface FeatureGatesOptions {
  readonly gates: readonly GateDeclaration[]
  /** The release whose gates these are, `1.36`. A gate that begins later is off and cannot be set. */
  readonly release: string
  /** The oldest release that other components may be of, for messages. @default release */
  readonly minCompatibility?: string
  /** @default every gate as its stage has it */
  readonly settings?: FeatureGateSettings
}

const collective = { AllAlpha: 'alpha', AllBeta: 'beta' } as const

/**
 * The gates of a release, set. A gate that is set by its name goes before `AllAlpha` and `AllBeta`. Throws a TypeError
 * for a gate that is unknown, that has no effect any more and is moved from its default, or that is set to something
 * other than true and false.
 */
// upstream: component-base/featuregate/feature_gate.go, SetFromMap
export function createFeatureGates({
  gates,
  release,
  minCompatibility = release,
  settings = {},
}: FeatureGatesOptions): FeatureGates {
  const known = new Map<string, CurrentGate>()
  const later = new Set<string>()
  for (const declaration of gates) {
    if (Object.hasOwn(collective, declaration.name)) {
      throw new TypeError(`feature gate ${declaration.name} is all of a stage, and cannot be declared`)
    }
    const gate = gateIn(declaration, release)
    if (gate === undefined && isLater(declaration, release)) later.add(declaration.name)
    if (known.has(declaration.name)) throw new TypeError(`feature gate ${declaration.name} is declared twice`)
    if (gate !== undefined) known.set(gate.name, gate)
  }
  const enabled = new Map(Array.from(known.values(), ({ name, isDefault }) => [name, isDefault]))
  const set = new Map(Object.entries(settings))
  for (const [name, value] of set) {
    if (typeof value !== 'boolean') {
      throw new TypeError(`feature gate ${name} must be true or false, not ${JSON.stringify(value)}`)
    }
  }
  for (const [name, stage] of Object.entries(collective)) {
    const value = set.get(name)
    if (value === undefined) continue
    for (const gate of known.values()) if (gate.stage === stage && !gate.isLocked) enabled.set(gate.name, value)
  }
  const warnings: string[] = []
  for (const [name, value] of set) {
    if (Object.hasOwn(collective, name)) continue
    const gate = known.get(name)
    if (gate === undefined && later.has(name)) {
      const place = `at emulated version ${release}, min compatibility version ${minCompatibility}`
      throw new TypeError(`cannot set feature gate ${name} to ${value}, feature is PreAlpha ${place}`)
    }
    if (gate === undefined) throw new TypeError(`unrecognized feature gate: ${name}`)
    if (gate.isLocked && value !== gate.isDefault) {
      throw new TypeError(`cannot set feature gate ${name} to ${value}, feature is locked to ${gate.isDefault}`)
    }
    if (gate.stage === 'deprecated') {
      warnings.push(`Setting deprecated feature gate ${name}=${value}. It will be removed in a future release.`)
    } else if (gate.stage === 'stable') {
      warnings.push(`Setting GA feature gate ${name}=${value}. It will be removed in a future release.`)
    }
    enabled.set(name, value)
  }
  return Object.freeze({
    isEnabled(name: string): boolean {
      const value = enabled.get(name) ?? (later.has(name) ? false : undefined)
      if (value === undefined) throw new TypeError(`feature ${JSON.stringify(name)} is not registered`)
      return value
    },
    known: [...known.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
    warnings,
  })
}

function isLater({ life: [first] }: GateDeclaration, release: string): boolean {
  return first !== undefined && compareReleases(first.since, release) > 0
}
