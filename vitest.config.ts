import { defineConfig } from 'vitest/config'

/** Sources run across packages without a build, through the `@pinnace/source` export condition. */
export const sourceConditions = ['@pinnace/source', 'node']

export default defineConfig({
  resolve: { conditions: sourceConditions },
  ssr: { resolve: { conditions: sourceConditions } },
  test: {
    include: [
      'packages/*/test/**/*.test.ts',
      'examples/*/test/**/*.test.ts',
      'conformance/client-node/**/*.test.ts',
      'scripts/test/**/*.test.ts',
    ],
    pool: 'threads',
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
})
