import { randomBetween, type Random } from '@pinnace/meta'

/** A choice of a schedule that is not the one of the order of arrival. */
export interface Deviation {
  /** The number of the choice in its run, counted from 1. */
  readonly step: number
  /** What was chosen: 0 would be the order of arrival. */
  readonly choice: number
  /** What was chosen, and instead of what. */
  readonly description: string
}

/** The choices of one run. */
export interface Choices {
  /** Chooses one of the options and returns its index; the first one is what happens in the order of arrival. */
  choose(options: readonly string[], deviates: number): number
  /** From now on everything happens in the order of arrival, and nothing is recorded. */
  end(): void
  /** How many choices there were. */
  readonly steps: number
  readonly deviations: readonly Deviation[]
  /** What was chosen, in order. */
  readonly trace: readonly string[]
}

/** Decides a choice: the index of an option. `deviates` is the probability of an option other than the first one. */
type Decide = (step: number, count: number, deviates: number) => number

/** Choices at random. */
export function randomChoices(random: Random): Choices {
  return new RecordedChoices((_step, count, deviates) => {
    if (randomBetween(random, 0, 1) >= deviates) return 0
    return 1 + Math.floor(randomBetween(random, 0, count - 1))
  })
}

/** Choices of a schedule: those that it does not name follow the order of arrival. */
export function scheduledChoices(schedule: ReadonlyMap<number, number>): Choices {
  return new RecordedChoices((step, count) => Math.min(schedule.get(step) ?? 0, count - 1))
}

class RecordedChoices implements Choices {
  readonly deviations: Deviation[] = []
  readonly trace: string[] = []
  readonly #decide: Decide
  #step = 0
  #hasEnded = false

  constructor(decide: Decide) {
    this.#decide = decide
  }

  get steps(): number {
    return this.#step
  }

  choose(options: readonly string[], deviates: number): number {
    if (this.#hasEnded || options.length === 0) return 0
    const step = ++this.#step
    const choice = options.length === 1 ? 0 : this.#decide(step, options.length, deviates)
    const [first = ''] = options
    const chosen = options[choice] ?? first
    this.trace.push(chosen)
    if (choice > 0) this.deviations.push({ step, choice, description: `${chosen}, before ${first}` })
    return choice
  }

  end(): void {
    this.#hasEnded = true
  }
}

/** A schedule as text: `12:1 40:3`. */
export function formatSchedule(deviations: readonly Deviation[]): string {
  return deviations.map(({ step, choice }) => `${step}:${choice}`).join(' ')
}

/** Reads a schedule. Throws a TypeError for another text. */
export function parseSchedule(text: string): ReadonlyMap<number, number> {
  const words = text.split(' ').filter((word) => word !== '')
  return new Map(
    words.map((word) => {
      const [, step, choice] = /^(\d{1,9}):(\d{1,9})$/.exec(word) ?? []
      if (step === undefined || choice === undefined) {
        throw new TypeError(`${JSON.stringify(word)} is no part of a schedule such as "12:1 40:3"`)
      }
      return [Number(step), Number(choice)]
    }),
  )
}
