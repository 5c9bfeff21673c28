import { statSync, watch } from 'node:fs'
import { dirname } from 'node:path'
import { applyManifests, type Client, type ManifestFailure } from '@pinnace/client'
import type { Clock, Timer } from '@pinnace/meta'
import type { Logger } from '@pinnace/server'
import { fromFile } from '../read-flag-file.ts'
import { readManifestFiles } from './read-manifest-files.ts'

const settings = { fieldManager: 'pinnace-load', force: true }

/** Editors write a file in several steps. */
const settleMs = 100

/** Applies the manifests of `--load`. Throws an Error that names each that failed. Returns how many were applied. */
export async function loadManifests(client: Client, paths: readonly string[]): Promise<number> {
  const manifests = await fromFile('load', paths.join(', '), () => readManifestFiles(paths))
  const { applied, failures } = await applyManifests(client, manifests, settings)
  if (failures.length > 0) throw new Error(`--load: ${failures.map(describe).join('\n')}`)
  return applied.length
}

/** Options for {@link watchManifests}. */
export interface WatchManifestsOptions {
  readonly client: Client
  readonly paths: readonly string[]
  readonly clock: Clock
  readonly logger: Logger
}

/** Applies manifests again when their files change. Failures are logged. */
export function watchManifests({ client, paths, clock, logger }: WatchManifestsOptions): Disposable {
  let timer: Timer | undefined
  let loading: Promise<void> = Promise.resolve()
  const load = async (): Promise<void> => {
    try {
      const count = await loadManifests(client, paths)
      logger.info({ count }, 'manifests were applied again')
    } catch (error) {
      logger.warn({ err: error }, 'manifests could not be applied')
    }
  }
  const onChange = (): void => {
    timer?.cancel()
    timer = clock.after(settleMs, () => {
      loading = loading.then(load)
    })
  }
  // Editors replace a file: its directory is watched.
  const folders = new Set(paths.map((path) => (statSync(path).isDirectory() ? path : dirname(path))))
  const watchers = Array.from(folders, (path) => {
    const watcher = watch(path, { recursive: true }, onChange)
    watcher.on('error', (error) => logger.warn({ err: error, path }, 'manifests are no longer watched'))
    return watcher
  })
  return {
    [Symbol.dispose]() {
      timer?.cancel()
      for (const watcher of watchers) watcher.close()
    },
  }
}

function describe({ manifest: { where, object }, error }: ManifestFailure): string {
  return `${where}: ${object.kind} ${object.metadata.name ?? ''}: ${error.message}`
}
