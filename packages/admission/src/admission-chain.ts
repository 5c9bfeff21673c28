import { BoundedMap, noMetrics, thenMaybe, type Awaitable, type Clock, type Metrics } from '@pinnace/meta'
import type { AdmissionAttributes, AdmissionStep, Operation } from './admission-attributes.ts'
import { asNativePromise } from './native-promise.ts'
import { createPluginTimer, type Phase } from './plugin-timer.ts'
import type { AdmissionPlugin } from './plugin.ts'

/** The admission plugins of a server, in order. The first refusal ends the request. */
export interface AdmissionChain extends Disposable {
  /** Names of the plugins, in the order they run. */
  readonly names: readonly string[]
  /**
   * Runs the mutating plugins, which edit the object in place; all of them a second time where one of them requests it.
   * Synchronous unless a plugin returns a promise.
   */
  admit(attributes: AdmissionAttributes): Awaitable<void>
  /** Runs the validating plugins. Synchronous unless a plugin returns a promise. */
  validate(attributes: AdmissionAttributes): Awaitable<void>
}

/** Options for {@link createAdmissionChain}. */
export interface AdmissionChainOptions {
  readonly plugins: readonly AdmissionPlugin[]
  /** Records the duration of every plugin; needs `clock`. @default not recorded */
  readonly metrics?: Metrics
  readonly clock?: Clock
  /** Called for each plugin when the chain is disposed of. @default disposes of the plugin */
  readonly release?: (plugin: AdmissionPlugin) => void
}

/** One phase of a plugin, ready to be called. */
interface Step {
  readonly plugin: AdmissionPlugin
  readonly run: (attributes: AdmissionAttributes) => Awaitable<void>
}

/** The steps a request goes through. */
type SelectSteps = (attributes: AdmissionAttributes) => readonly Step[]

/** Cached selections of one operation, by resource; the oldest is evicted first. */
const maxSelections = 8192

/**
 * Creates a chain over plugins. The plugins that handle an operation on a resource are selected once. Throws a TypeError
 * for two plugins of one name.
 */
export function createAdmissionChain({ plugins, metrics, clock, release }: AdmissionChainOptions): AdmissionChain {
  const names = new Set<string>()
  for (const { name } of plugins) {
    if (names.has(name)) throw new TypeError(`duplicate admission plugin ${JSON.stringify(name)}`)
    names.add(name)
  }
  const isTimed = metrics !== undefined && metrics !== noMetrics && clock !== undefined
  const timer = isTimed ? createPluginTimer(metrics, clock) : undefined
  const mutating = createStepSelection(plugins, 'admit')
  const validating = createStepSelection(plugins, 'validate')

  const isWatched = ({ onStep }: AdmissionAttributes): boolean => timer !== undefined || onStep !== undefined
  const runWatched = ({ plugin, run }: Step, phase: Phase, attributes: AdmissionAttributes): Awaitable<void> => {
    const { onStep } = attributes
    const work = (): Awaitable<void> => asNativePromise(run(attributes))
    const timed = (): Awaitable<void> =>
      timer === undefined ? work() : timer.plugin(plugin.name, phase, attributes, work)
    return onStep === undefined ? timed() : reportStep(onStep, { plugin: plugin.name, phase }, timed)
  }
  const runFrom = (
    start: number,
    phase: Phase,
    steps: readonly Step[],
    attributes: AdmissionAttributes,
  ): Awaitable<void> => {
    for (let index = start; ; index++) {
      const step = steps[index]
      if (step === undefined) return
      const result = isWatched(attributes) ? runWatched(step, phase, attributes) : asNativePromise(step.run(attributes))
      if (result instanceof Promise) return result.then(() => runFrom(index + 1, phase, steps, attributes))
    }
  }
  const runAll = (phase: Phase, steps: readonly Step[], attributes: AdmissionAttributes): Awaitable<void> => {
    if (steps.length === 0) return
    if (timer === undefined) return runFrom(0, phase, steps, attributes)
    return timer.step(phase, attributes, () => runFrom(0, phase, steps, attributes))
  }
  return {
    names: [...names],
    admit(attributes) {
      const steps = mutating(attributes)
      return thenMaybe(runAll('admit', steps, attributes), () => {
        const { reinvocation } = attributes
        if (!reinvocation.isRequested || reinvocation.isReinvoked) return
        reinvocation.isReinvoked = true
        return runAll('admit', steps, attributes)
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

function reportStep(
  onStep: (step: AdmissionStep) => void,
  step: AdmissionStep,
  work: () => Awaitable<void>,
): Awaitable<void> {
  const fail = (error: unknown): never => {
    onStep({ ...step, error })
    throw error
  }
  try {
    const answer = work()
    if (answer instanceof Promise) return answer.then(() => onStep(step), fail)
  } catch (error) {
    return fail(error)
  }
  onStep(step)
}

function createStepSelection(plugins: readonly AdmissionPlugin[], phase: Phase): SelectSteps {
  const all = plugins.flatMap((plugin): Step[] => {
    const run = plugin[phase]
    return run === undefined ? [] : [{ plugin, run: run.bind(plugin) }]
  })
  const createCache = (): BoundedMap<string, readonly Step[]> =>
    new BoundedMap({ maxEntries: maxSelections, evict: 'oldest' })
  const cached: Readonly<Record<Operation, BoundedMap<string, readonly Step[]>>> = {
    CREATE: createCache(),
    UPDATE: createCache(),
    DELETE: createCache(),
    CONNECT: createCache(),
  }
  return ({ operation, resource: { group, resource } }) => {
    const id = group === '' ? resource : `${resource}.${group}`
    const known = cached[operation].get(id)
    if (known !== undefined) return known
    const selected = all.filter(
      ({ plugin }) =>
        plugin.handles(operation) &&
        (plugin.resources?.some((other) => other.group === group && other.resource === resource) ?? true),
    )
    cached[operation].set(id, selected)
    return selected
  }
}
