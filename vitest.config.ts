import { defineConfig } from 'vitest/config'

/** Sources run across packages without a build, through the `@pinnace/source` export condition. */
export const sourceConditions = ['@pinnace/source', 'node']

export default defineConfig({
  resolve: { conditions: sourceConditions },
  ssr: { resolve: { conditions: sourceConditions } },
  test: {
    pool: 'threads',
    maxWorkers: '100%',
    // Only a test that hangs needs them: a busy machine takes many times as long as an idle one.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    exclude: ['**/node_modules/**', 'packages/*/test/crash.test.ts'],
    include: [
      'packages/*/test/**/*.test.ts',
      'examples/*/test/**/*.test.ts',
      'conformance/differential/test/**/*.test.ts',
      'conformance/shared-etcd/*.test.ts',
      'scripts/test/**/*.test.ts',
    ],
    // A worker keeps its modules from file to file, which halves the CPU time: no test may leave state in a module.
    isolate: false,
  },
})
