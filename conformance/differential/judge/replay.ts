import type { Area, Case, CaseContext } from '../cases/case.ts'
import type { Side } from './answer.ts'
import type { AskBoth, Selection } from './judge.ts'
import { readRecordings } from './recording.ts'
import { runCase } from './run-case.ts'

/** One in so many of the generated requests is recorded: the files stay small. */
export const recordedContext: CaseContext = { prefix: 'px', every: 15 }

/** Areas that are asked on the same servers, in order: those of the defaults first. */
export function inServers(areas: readonly Area[]): readonly (readonly Area[])[] {
  const others = areas.filter(({ servers }) => servers !== undefined)
  return [areas.filter(({ servers }) => servers === undefined), ...others.map((area) => [area])]
}

/**
 * The cases that are recorded: the documents of OpenAPI are large, and their own tests compare them. Areas whose servers
 * need an etcd of their own are not replayed.
 */
export function recordedAreas(every: readonly Area[]): readonly Area[] {
  const areas = every.filter(({ servers }) => servers?.pinnace?.some((flag) => flag.includes('{{etcd}}')) !== true)
  const isRecorded = ({ kind, name }: Case): boolean =>
    kind !== 'openapi' && !/^reviews |^refusals |^published/.test(name)
  return areas.map((area) => ({
    ...area,
    stages: async (context) => (await area.stages(context)).map((stage) => stage.filter(isRecorded)),
  }))
}

/** Areas whose cases do not meet run at the same time: most of them wait. */
export function inGroups(areas: readonly Area[]): readonly (readonly Area[])[] {
  const alone = areas.filter(({ name }) =>
    ['fresh', 'life', 'mutations', 'apply', 'options', 'admission', 'reported'].includes(name),
  )
  return [...alone.map((area) => [area]), areas.filter((area) => !alone.includes(area))]
}

/** Few cases at a time, so that those of one namespace meet as seldom as in the recording. */
export const replaySelection: Selection = { inFlight: 4 }

/** Asks Pinnace only; kube-apiserver answers from the recording. Calls `missing` for answers that are not recorded. */
export function replayingAsk(side: Side, missing: (request: string) => void): AskBoth {
  const recordings = readRecordings()
  return async (area, one) => {
    const name = `${area} ${one.name}`
    const recorded = recordings.get(area)?.get(name)
    const answered = await runCase(side, { ...one, name }, recordedContext.prefix)
    return answered.flatMap((pinnace, at) => {
      const known = recorded?.[at]
      if (pinnace.step.silent === true || known?.hash === '') return []
      if (known?.hash !== pinnace.hash) {
        missing(`${pinnace.name} ${pinnace.step.method} ${pinnace.step.path}`)
        return []
      }
      return [{ original: { ...pinnace, answer: known.answer }, pinnace }]
    })
  }
}
