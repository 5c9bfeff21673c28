import { randomBytes } from 'node:crypto'
import type { Options } from '../options.ts'
import { startOriginal } from './original.ts'
import { startPinnace } from './pinnace.ts'

/** The two servers, and how to stop those that were started here. */
export interface Sides {
  readonly original: string
  readonly pinnace: string
  /** Begins the names of what the cases make. */
  readonly prefix: string
  stop(): Promise<void>
}

/** The servers that the options name, or new ones; undefined without kube-apiserver. */
export async function startSides({ original, pinnace, binaries }: Options): Promise<Sides | undefined> {
  const stops: (() => Promise<void>)[] = []
  const stop = async (): Promise<void> => void (await Promise.all(stops.map((each) => each())))
  // Servers that run already may have the objects of another run.
  const isShared = original !== undefined || pinnace !== undefined
  const prefix = isShared ? `p${randomBytes(2).toString('hex')}q` : 'px'
  try {
    const started = original === undefined ? await startOriginal(binaries) : { url: original, stop: async () => {} }
    if (started === undefined) return undefined
    stops.push(started.stop)
    const ours = pinnace === undefined ? await startPinnace() : { url: pinnace, stop: async () => {} }
    stops.push(ours.stop)
    return { original: started.url, pinnace: ours.url, prefix, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
