import { thenMaybe, noMetrics, type Awaitable, type Clock, type Metrics } from '@pinnace/meta'
import type { AdmissionAttributes, Operation } from './attributes.ts'
import { createPluginTimer, type Phase, type PluginTimer } from './plugin-timer.ts'
import type { AdmissionPlugin } from './plugin.ts'
import { promised } from './promised.ts'

/** Every plugin of a server, in order. Any refusal ends the request. */
export interface AdmissionChain extends Disposable {
  /** Names of the plugins, in the order they are asked. */
  readonly names: readonly string[]
  /**
   * Lets the mutating plugins change the object; all of them once more where one of them asks for it. Synchronous where
   * none of them waits.
   */
  admit(attributes: AdmissionAttributes): Awaitable<void>
  /** Lets the validating plugins refuse it. */
  validate(attributes: AdmissionAttributes): Awaitable<void>
}

/** Options for {@link createAdmissionChain}. */
export interface AdmissionChainOptions {
  readonly plugins: readonly AdmissionPlugin[]
  /** Where the time of every plugin is counted; needs a clock. @default nowhere */
  readonly metrics?: Metrics
  readonly clock?: Clock
  /** Lets go of a plugin. @default disposes of it */
  readonly release?: (plugin: AdmissionPlugin) => void
}

/** Resources of one server: more than these are looked up anew. */
const maxSelections = 8192

/** A chain over plugins. Which of them a request concerns is worked out once for an operation and a resource. */
export function createAdmissionChain({ plugins, metrics, clock, release }: AdmissionChainOptions): AdmissionChain {
  const names = new Set<string>()
  for (const { name } of plugins) {
    if (names.has(name)) throw new TypeError(`admission plugin ${JSON.stringify(name)} is there twice`)
    names.add(name)
  }
  // Where nobody counts, nobody looks at the clock.
  const timer =
    metrics === undefined || metrics === noMetrics || clock === undefined
      ? undefined
      : createPluginTimer(metrics, clock)
  const mutating = createSelection(plugins.filter((plugin) => plugin.admit !== undefined))
  const validating = createSelection(plugins.filter((plugin) => plugin.validate !== undefined))
  const runAll = (
    phase: Phase,
    selected: readonly AdmissionPlugin[],
    attributes: AdmissionAttributes,
  ): Awaitable<void> => {
    if (selected.length === 0) return
    if (timer === undefined) return run(phase, selected, 0, attributes, undefined)
    return timer.step(phase, attributes, () => run(phase, selected, 0, attributes, timer))
  }
  return {
    names: [...names],
    admit(attributes) {
      const selected = mutating(attributes)
      return thenMaybe(runAll('admit', selected, attributes), () => {
        const { reinvocation } = attributes
        if (!reinvocation.isRequested || reinvocation.isReinvoked) return
        reinvocation.isReinvoked = true
        return runAll('admit', selected, attributes)
      })
    },
    validate: (attributes) => runAll('validate', validating(attributes), attributes),
    [Symbol.dispose]() {
      for (const plugin of plugins) {
        if (release === undefined) plugin[Symbol.dispose]?.()
        else release(plugin)
      }
    },
  }
}

function run(
  phase: Phase,
  plugins: readonly AdmissionPlugin[],
  start: number,
  attributes: AdmissionAttributes,
  timer: PluginTimer | undefined,
): Awaitable<void> {
  for (let index = start; index < plugins.length; index++) {
    const plugin = plugins[index]!
    const answer =
      timer === undefined
        ? promised(plugin[phase]!(attributes))
        : timer.plugin(plugin.name, phase, attributes, () => promised(plugin[phase]!(attributes)))
    if (answer instanceof Promise) return answer.then(() => run(phase, plugins, index + 1, attributes, timer))
  }
}

type Selection = (attributes: AdmissionAttributes) => readonly AdmissionPlugin[]

function createSelection(plugins: readonly AdmissionPlugin[]): Selection {
  const known: Readonly<Record<Operation, Map<string, readonly AdmissionPlugin[]>>> = {
    CREATE: new Map(),
    UPDATE: new Map(),
    DELETE: new Map(),
    CONNECT: new Map(),
  }
  return ({ operation, resource: { group, resource } }) => {
    const selections = known[operation]
    const id = group === '' ? resource : `${resource}.${group}`
    let selected = selections.get(id)
    if (selected === undefined) {
      selected = plugins.filter(
        (plugin) =>
          plugin.handles(operation) &&
          (plugin.resources?.some((other) => other.group === group && other.resource === resource) ?? true),
      )
      if (selections.size >= maxSelections) selections.clear()
      selections.set(id, selected)
    }
    return selected
  }
}
