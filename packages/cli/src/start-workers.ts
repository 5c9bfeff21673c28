import cluster from 'node:cluster'
import { createCluster } from '@pinnace/cluster'
import { systemClock } from '@pinnace/meta'
import { createServerKeys, type ServerKeys } from '@pinnace/server'
import { createMemoryStore } from '@pinnace/store/memory'
import { openServerKeys } from './data-directory.ts'
import type { CommandOptions } from './flags.ts'
import { isShared, openServerStore } from './open-persistence.ts'
import { run, type Output } from './run.ts'
import { listenForStop } from './stop-signal.ts'
import { createStreamLogger } from './stream-logger.ts'

/** Serves in several processes until SIGTERM or SIGINT. Returns the exit code. Runs in each of the processes. */
export async function startWorkers(options: CommandOptions, output: Output): Promise<number> {
  const { workers = 1, dataDir, vocabulary } = options
  // A terminal sends SIGINT to all processes: the primary process ends the workers.
  if (cluster.isWorker) process.on('SIGINT', () => undefined)
  using stop = listenForStop(cluster.isWorker ? ['SIGTERM'] : undefined)
  const logger = createStreamLogger((line) => output.err(line), options.verbosity, systemClock)
  const running = await createCluster<ServerKeys>({
    workers,
    ...(isShared(options)
      ? {}
      : { openStore: async () => (await openServerStore(options, logger)) ?? createMemoryStore() }),
    prepare: () => (dataDir === undefined ? createServerKeys({ vocabulary }) : openServerKeys(dataDir, vocabulary)),
    run: ({ number, restarts, store, shared: keys }) =>
      run(ofWorker(options, number), output, { number, restarts, store, keys }),
    onWorkerExit({ number, code, signal, restartMs }) {
      const reason = signal ?? `code ${code}`
      output.err(`pinnace: worker ${number} ended with ${reason}; it starts again in ${restartMs / 1000} s\n`)
    },
  })
  await Promise.race([stop.received, running.closed])
  await running.close()
  return 0
}

/** The options of one worker: processes cannot write one audit log. */
function ofWorker(options: CommandOptions, number: number): CommandOptions {
  const { auditLogPath } = options
  if (auditLogPath === undefined || auditLogPath === '-') return options
  return { ...options, auditLogPath: auditLogOf(auditLogPath, number) }
}

/** `audit.log` of worker 2 is `audit.worker-2.log`. */
export function auditLogOf(path: string, number: number): string {
  const [, stem = path, extension = ''] = /^(.*?)(\.[^./\\]*)?$/s.exec(path) ?? []
  return `${stem}.worker-${number}${extension}`
}
