import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { exitCodeOf } from '../exit-code-of.ts'
import type { Output } from '../run.ts'
import { loadCached, writeCodeCache } from './code-cache.ts'
import { runApiServer } from './run-api-server.ts'
import { runEtcd } from './run-etcd.ts'

/** Options of {@link launch}. */
export interface LaunchOptions {
  /** The folder of the bundles. */
  readonly folder: string
  readonly output: Output
}

/** The bundle of the server. */
export const serverBundle = 'envtest-server.cjs'

/**
 * The program of the launchers: `COMMAND CACHE etcd|kube-apiserver FLAGS…`. It loads little by itself: the server is a
 * bundle whose compiled code is cached, loaded where no warm process runs it. `COMMAND CACHE --write-cache` writes the
 * cache.
 */
export function launch(args: readonly string[], { folder, output }: LaunchOptions): Promise<number> {
  const [command = '', cache = '', program, ...flags] = args
  return exitCodeOf(async () => {
    if (program === 'etcd') return runEtcd(flags, output)
    const bundle = join(folder, serverBundle)
    if (program === '--write-cache') {
      const { exports, script } = loadCached<typeof import('./launched-server.ts')>(bundle, undefined)
      await exports.tryServers(1)
      await writeCodeCache(script, bundle, cache)
      return 0
    }
    // The page of the inspector is found from the modules of the package.
    if (flags.some((flag) => /^--?inspector/.test(flag))) {
      const { main } = (await import(pathToFileURL(join(folder, 'index.js')).href)) as typeof import('../index.ts')
      return main(['envtest', 'run', 'kube-apiserver', ...flags], output)
    }
    const load = async () => loadCached<typeof import('./launched-server.ts')>(bundle, cache).exports
    return runApiServer(flags, { command, output, load })
  }, output)
}
