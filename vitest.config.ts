import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Sources run across packages without a build, through the `@pinnace/source` export condition. */
export const sourceConditions = ['@pinnace/source', 'node']

/** Tests of real engines, in processes of their own, and of processes that are killed: `npm run conformance` runs them. */
export const engineTests = [
  'packages/*/test/crash.test.ts',
  'packages/cli/test/{envtest,etcd,workers}.test.ts',
  'packages/store-etcd/test/{contract,etcd-store,faults,security,server,simulation}.test.ts',
  'packages/store-postgres/test/*.test.ts',
]

/** Tests that take long for what they find: searches, simulations, many processes. `npm run conformance` runs them, and `npm test` with `PINNACE_LONG=1`. */
export const longTests = ['{packages,scripts}/**/test/**/*.long.test.ts']

const isLong = process.env['PINNACE_LONG'] === '1'

export default defineConfig({
  resolve: { conditions: sourceConditions },
  ssr: { resolve: { conditions: sourceConditions } },
  test: {
    pool: 'threads',
    // More than the cores of a small machine: a quarter of the time of two workers is spent waiting.
    maxWorkers: Math.max(3, availableParallelism()),
    // Only a test that hangs needs them: a busy machine takes many times as long as an idle one.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    exclude: ['**/node_modules/**', ...engineTests, ...(isLong ? [] : longTests)],
    include: [
      'packages/*/test/**/*.test.ts',
      'examples/*/test/**/*.test.ts',
      'conformance/differential/test/**/*.test.ts',
      'conformance/shared-etcd/*.test.ts',
      'scripts/test/**/*.test.ts',
    ],
    // A worker keeps its modules from file to file, which halves the CPU time: no test may leave state in a module.
    isolate: false,
    // Concurrent tests of a file wait: for a time to live, for an answer that a broken host never sends.
    maxConcurrency: 30,
  },
})
