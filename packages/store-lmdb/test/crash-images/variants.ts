import type { RecordedStep } from './recording.ts'

type Variant = (steps: readonly RecordedStep[]) => readonly RecordedStep[]

/** What is judged: the recording, and what a broken engine would have recorded, which the judge must find out. */
export const variants = {
  recorded: (steps) => steps,
  'pages are not synced before the page that refers to them': (steps) => steps.filter(({ type }) => type !== 'sync'),
  'pages are written after the page that refers to them': referencesFirst,
  'operations are acknowledged before they are written': (steps) =>
    steps.map((step) => (step.type === 'acknowledged' ? { ...step, operation: step.operation + 12 } : step)),
  'a page in use is overwritten': (steps) => {
    let count = 0
    return steps.map((step) =>
      step.type === 'write' && !step.durable && count++ === 90 ? { ...step, offset: 2 * 4096 } : step,
    )
  },
} satisfies Readonly<Record<string, Variant>>

export type VariantName = keyof typeof variants

/** The writes of each commit after the durable write that ends it. */
function referencesFirst(steps: readonly RecordedStep[]): readonly RecordedStep[] {
  const result: RecordedStep[] = []
  let held: RecordedStep[] = []
  for (const step of steps) {
    if (step.type === 'acknowledged') result.push(step)
    else if (step.type === 'write' && step.durable) {
      result.push(step, ...held)
      held = []
    } else held.push(step)
  }
  return result
}
