import { defineConfig } from 'vitest/config'
import { sourceConditions } from '../vitest.config.ts'
import { CountReporter } from './kubectl/support/count-reporter.ts'

// Where `.ci/run` wants the result; given as an option, it would take the place of the reporters below.
const outputFile = process.env['PINNACE_RESULT_FILE']
const toFile: ['json', { outputFile: string }][] = outputFile === undefined ? [] : [['json', { outputFile }]]

/** The outside judges: real command-line clients, and recorded answers of kube-apiserver. */
export default defineConfig({
  resolve: { conditions: sourceConditions },
  ssr: { resolve: { conditions: sourceConditions } },
  test: {
    root: import.meta.dirname,
    include: ['kubectl/**/*.test.ts', 'differential/*.test.ts', 'hostile/*.test.ts', 'soak/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', new CountReporter(), ...toFile],
  },
})
