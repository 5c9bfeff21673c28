import { defineConfig } from 'vitest/config'
import { engineTests, longTests, sourceConditions } from '../vitest.config.ts'
import { CountReporter } from './kubectl/support/count-reporter.ts'
import { LongestFirst } from './support/longest-first.ts'

// Where `.ci/run` wants the result; given as an option, it would take the place of the reporters below.
const outputFile = process.env['PINNACE_RESULT_FILE']
const toFile: ['json', { outputFile: string }][] = outputFile === undefined ? [] : [['json', { outputFile }]]

/**
 * The outside judges: real clients, recorded answers of kube-apiserver, hostile ones, the engines of stores, and processes that are killed. What
 * takes long and is seldom broken by a change is here, so that `npm test` stays short.
 */
export default defineConfig({
  resolve: { conditions: sourceConditions },
  ssr: { resolve: { conditions: sourceConditions } },
  test: {
    include: [
      'conformance/{kubectl,client-node,every-kind,parity,site}/**/*.test.ts',
      'conformance/{differential,hostile,inspector,playground,soak}/*.test.ts',
      ...engineTests,
      ...longTests,
    ],
    pool: 'forks',
    // Most of these tests wait for processes: for kubectl, for an engine, for a command that is killed.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // A worker imports the server once, not for each of its files.
    isolate: false,
    // Concurrent tests of a file wait, as in `npm test`.
    maxConcurrency: 30,
    // Only a test that hangs needs them: a busy machine takes many times as long as an idle one.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    reporters: ['default', new CountReporter(), ...toFile],
  },
})
