import type { ForkComparison, ForkDifference, InspectedFork } from '@pinnace/inspector'
import { badRequest, notFound } from '@pinnace/meta'
import type { Server } from '@pinnace/server'
import { toManifests, type ClusterManifests } from '../snapshots/cluster-manifests.ts'
import { formatTime } from './format-time.ts'

/** The most forks that are kept; another one is rejected. */
const maxForks = 8
/** The most differences of one comparison. */
const maxDifferences = 200

/** The forks that were made on the page; the name `now` stands for the server itself. */
export interface KeptForks {
  list(): readonly InspectedFork[]
  /** Forks the server. Throws a StatusError 400 for a name that is taken or malformed, and for too many forks. */
  add(name: string): void
  /** The fork of a name. Throws a StatusError 404 without one. */
  find(name: string): Server
  remove(name: string): Promise<void>
  /** The objects that differ between two forks. */
  compare(from: string, to: string): Promise<ForkComparison>
  close(): Promise<void>
}

/** Creates the forks of a server. */
export function createKeptForks(server: Pick<Server, 'fork' | 'connect' | 'clock'>): KeptForks {
  const forks = new Map<string, { readonly server: Server; readonly createdAt: string }>()
  const find = (name: string): Server => {
    const found = forks.get(name)
    if (found === undefined) throw notFound({ group: '', resource: 'forks' }, name)
    return found.server
  }
  const manifestsOf = (name: string): Promise<ClusterManifests> =>
    toManifests((name === 'now' ? server : find(name)).connect())
  return {
    list: () => Array.from(forks, ([name, { createdAt }]) => ({ name, createdAt })),
    add(name) {
      if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(name) || name === 'now' || forks.has(name)) {
        throw badRequest(`the name of a fork must be new, of letters, digits and hyphens: ${JSON.stringify(name)}`)
      }
      if (forks.size >= maxForks) throw badRequest(`at most ${maxForks} forks are kept: remove one`)
      forks.set(name, { server: server.fork(), createdAt: formatTime(server.clock.now()) })
    },
    find,
    async remove(name) {
      await find(name).close()
      forks.delete(name)
    },
    async compare(from, to) {
      return compareManifests(await manifestsOf(from), await manifestsOf(to))
    },
    async close() {
      const closing = [...forks.values()]
      forks.clear()
      for (const { server: fork } of closing) await fork.close()
    },
  }
}

function compareManifests(before: ClusterManifests, after: ClusterManifests): ForkComparison {
  const paths = [...new Set([...before.keys(), ...after.keys()])].toSorted()
  const differing = paths.filter((path) => before.get(path) !== after.get(path))
  return {
    differences: differing
      .slice(0, maxDifferences)
      .map((path) => differenceOf(path, before.get(path), after.get(path))),
    equal: paths.length - differing.length,
    isPartial: differing.length > maxDifferences,
  }
}

function differenceOf(path: string, before: string | undefined, after: string | undefined): ForkDifference {
  const isHidden = path.startsWith('v1/Secret/')
  return {
    path,
    type: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
    before: isHidden ? '' : (before ?? ''),
    after: isHidden ? '' : (after ?? ''),
    isHidden,
  }
}
