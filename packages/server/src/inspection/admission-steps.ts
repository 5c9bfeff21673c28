import { jsonPatchBetween, type AdmissionStep } from '@pinnace/admission'
import type { TracedPatchOperation, TracedPlugin } from '@pinnace/inspector'
import { cloneJson, formatJson, type ApiObject, type Clock } from '@pinnace/meta'

/** The most runs of plugins that are recorded of one request; a deletion of a collection has one for each object. */
const maxRuns = 200
/** The most characters of the patches of one request; values beyond them are left out, and operations of long patches. */
const maxPatchBytes = 128 * 1024
const maxHiddenOperations = 500

/** Records the plugins that a request went through, and what each of them has changed. */
export class AdmissionSteps {
  readonly runs: TracedPlugin[] = []
  bytes = 0
  readonly #clock: Clock
  readonly #isSecret: boolean

  constructor(clock: Clock, isSecret: boolean) {
    this.#clock = clock
    this.#isSecret = isSecret
  }

  /** Observes the plugins of one pass over an object, which they edit in place. */
  observe(object: ApiObject | undefined): (step: AdmissionStep) => void {
    let before = cloneJson(object)
    let startedMs = this.#clock.monotonic()
    return ({ plugin, phase, error }) => {
      const nowMs = this.#clock.monotonic()
      const durationMs = nowMs - startedMs
      startedMs = nowMs
      if (this.runs.length >= maxRuns) return
      const patch = phase === 'admit' ? this.#patch(before, object) : []
      if (patch.length > 0) before = cloneJson(object)
      this.runs.push({ name: plugin, phase, durationMs, patch, ...refusalOf(error) })
    }
  }

  #patch(before: ApiObject | undefined, after: ApiObject | undefined): readonly TracedPatchOperation[] {
    if (before === undefined || after === undefined) return []
    const patch = jsonPatchBetween(before, after)
    if (patch.length === 0) return patch
    const { length } = formatJson(patch)
    const hidesValues = this.#isSecret || this.bytes + length > maxPatchBytes
    const kept = hidesValues
      ? patch.slice(0, maxHiddenOperations).map(({ op, path }) => ({ op, path }))
      : cloneJson(patch)
    this.bytes += hidesValues ? formatJson(kept).length : length
    return kept
  }
}

function refusalOf(error: unknown): Pick<TracedPlugin, 'refusal'> {
  if (error === undefined) return {}
  return { refusal: error instanceof Error ? error.message : 'failed' }
}
