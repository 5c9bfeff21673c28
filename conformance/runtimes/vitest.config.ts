import { defineConfig } from 'vitest/config'
import { sourceConditions } from '../../vitest.config.ts'

/** Downloads other releases of Node and other runtimes: about a gigabyte, so that it has a command of its own. */
export default defineConfig({
  resolve: { conditions: sourceConditions },
  ssr: { resolve: { conditions: sourceConditions } },
  test: { include: ['conformance/runtimes/*.test.ts'], pool: 'forks', maxWorkers: 1 },
})
