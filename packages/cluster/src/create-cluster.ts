import cluster from 'node:cluster'
import { systemClock } from '@pinnace/meta'
import type { Cluster, ClusterOptions } from './cluster-options.ts'
import { startWorkers } from './start-workers.ts'
import { workInCluster } from './work-in-cluster.ts'

/**
 * Runs a server in several processes that accept connections on the same ports. The program is started once more for each
 * worker, with `node:cluster`, and calls this function again there. Resolves in the primary process when all workers run,
 * and in a worker when it runs. Rejects if one cannot start.
 *
 * @example
 * const cluster = await createCluster({
 *   workers: 2,
 *   openStore: () => createMemoryStore(),
 *   run: async ({ store }) => {
 *     const server = await createServer({ store, certificateAuthority, authentication })
 *     await server.listen({ port: 6443 })
 *     return server
 *   },
 * })
 */
export async function createCluster<Shared = undefined>(options: ClusterOptions<Shared>): Promise<Cluster> {
  const { workers, stopTimeoutMs = 30_000, receiveTimeoutMs = 10_000, clock = systemClock } = options
  if (!Number.isInteger(workers) || workers < 1 || workers > maxWorkers) {
    throw new TypeError(`workers must be an integer from 1 to ${maxWorkers}, not ${workers}`)
  }
  for (const [name, bound] of Object.entries({ stopTimeoutMs, receiveTimeoutMs })) {
    if (!Number.isInteger(bound) || bound < 1) throw new TypeError(`${name} must be a positive integer`)
  }
  return cluster.isPrimary
    ? startWorkers({ ...options, stopTimeoutMs, receiveTimeoutMs, clock })
    : workInCluster(options.run)
}

const maxWorkers = 64
