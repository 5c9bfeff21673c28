import { areas } from './cases/areas.ts'
import type { Area } from './cases/case.ts'
import { connect } from './judge/connect.ts'
import { judgeAreas, type Selection } from './judge/judge.ts'
import { inGroups, inServers, recordedAreas, recordedContext, replayingAsk, replaySelection } from './judge/replay.ts'
import { readRecordings } from './judge/recording.ts'
import { createVerdict, type Explanation, type Verdict } from './judge/verdict.ts'
import { startPinnace } from './sides/pinnace.ts'
import { placeFiles } from './sides/place-files.ts'
import { startWebhook, type Webhook } from './sides/webhook.ts'

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
  const verdict = createVerdict(explanations)
  const missing: string[] = []
  const selection = { ...replaySelection, ...(kinds === undefined ? {} : { kinds }) }
  const webhook = await startWebhook()
  const recordings = readRecordings()
  try {
    for (const group of inServers(recordedAreas(areas.filter(({ name }) => recordings.has(name))))) {
      const those = group.filter(({ name }) => chosen?.includes(name) !== false)
      if (those.length > 0) await replayOn(those, { webhook, verdict, missing, selection })
    }
  } finally {
    await webhook.stop()
  }
  return { verdict, missing }
}

interface Replaying {
  readonly webhook: Webhook
  readonly verdict: Verdict
  readonly missing: string[]
  readonly selection: Selection
}

/** Replays areas of the same servers. */
async function replayOn(chosen: readonly Area[], { webhook, verdict, missing, selection }: Replaying): Promise<void> {
  const placed = await placeFiles(chosen[0]?.servers ?? {}, { words: webhook.words, binaries: undefined })
  const pinnace = await startPinnace(placed.pinnace)
  const side = connect('pinnace', pinnace.url, webhook.words)
  try {
    const ask = replayingAsk(side, (request) => missing.push(request))
    for (const group of inGroups(chosen)) {
      const run = (area: Area): Promise<void> =>
        judgeAreas([area], recordedContext, selection, { ask, tell: (comparison) => verdict.tell(comparison) })
      await Promise.all(group.map(run))
    }
  } finally {
    side.close()
    await pinnace.stop()
    await placed.stop()
  }
}
