import { randomBytes } from 'node:crypto'
import type { ServerFlags } from '../cases/case.ts'
import type { Options } from '../options.ts'
import { placeFiles } from './place-files.ts'
import { startOriginal } from './original.ts'
import { startPinnace } from './pinnace.ts'
import { startWebhook } from './webhook.ts'

/** The two servers, and how to stop those that were started here. */
export interface Sides {
  readonly original: string
  readonly pinnace: string
  /** Begins the names of what the cases make. */
  readonly prefix: string
  /** What stands for the names in braces of steps. */
  readonly words: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** The servers that the options name, or new ones with the flags of an area; undefined without kube-apiserver. */
export async function startSides(
  { original, pinnace, binaries }: Pick<Options, 'original' | 'pinnace' | 'binaries'>,
  servers: ServerFlags = {},
): Promise<Sides | undefined> {
  const stops: (() => Promise<void>)[] = []
  const stop = async (): Promise<void> => void (await Promise.all(stops.map((each) => each())))
  // Servers that run already may have the objects of another run.
  const isShared = original !== undefined || pinnace !== undefined
  const prefix = isShared ? `p${randomBytes(2).toString('hex')}q` : 'px'
  try {
    const webhook = await startWebhook()
    stops.push(webhook.stop)
    const placed = await placeFiles(servers, { words: webhook.words, binaries })
    stops.push(placed.stop)
    const started =
      original === undefined ? await startOriginal(binaries, placed.original) : { url: original, stop: async () => {} }
    if (started === undefined) {
      await stop()
      return undefined
    }
    stops.unshift(started.stop)
    const ours = pinnace === undefined ? await startPinnace(placed.pinnace) : { url: pinnace, stop: async () => {} }
    stops.unshift(ours.stop)
    return { original: started.url, pinnace: ours.url, prefix, words: webhook.words, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
