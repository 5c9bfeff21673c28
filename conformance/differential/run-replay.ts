import { areas } from './cases/areas.ts'
import type { Area } from './cases/case.ts'
import { connect } from './judge/connect.ts'
import { judgeAreas } from './judge/judge.ts'
import { inGroups, recordedAreas, recordedContext, replayingAsk, replaySelection } from './judge/replay.ts'
import { createVerdict, type Explanation, type Verdict } from './judge/verdict.ts'
import { startPinnace } from './sides/pinnace.ts'

/** What a replay found. */
export interface Replayed {
  readonly verdict: Verdict
  /** Requests without a recorded answer. */
  readonly missing: readonly string[]
}

/** Which part of the replay to run. */
export interface ReplayOptions {
  readonly areas?: readonly string[] | undefined
  readonly kinds?: readonly string[] | undefined
}

/** Starts Pinnace and compares its answers with the recorded ones. */
export async function runReplay(
  explanations: readonly Explanation[],
  { areas: chosen, kinds }: ReplayOptions = {},
): Promise<Replayed> {
  const pinnace = await startPinnace()
  const side = connect('pinnace', pinnace.url)
  const verdict = createVerdict(explanations)
  const missing: string[] = []
  const selection = {
    ...replaySelection,
    ...(chosen === undefined ? {} : { areas: chosen }),
    ...(kinds === undefined ? {} : { kinds }),
  }
  try {
    const ask = replayingAsk(side, (request) => missing.push(request))
    for (const group of inGroups(recordedAreas(areas))) {
      const run = (area: Area): Promise<void> =>
        judgeAreas([area], recordedContext, selection, { ask, tell: (comparison) => verdict.tell(comparison) })
      await Promise.all(group.map(run))
    }
  } finally {
    side.close()
    await pinnace.stop()
  }
  return { verdict, missing }
}
