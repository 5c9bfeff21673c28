// The examples as a user who has copied them runs them: outside the repository, over the packed packages.
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '../../scripts/workspace.mjs'
import { runOne } from './run-programs.mjs'

const examples = join(root, 'examples')

/** The packages that the examples depend on. */
export function packagesOfExamples() {
  return readdirSync(examples, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => JSON.parse(readFileSync(join(examples, name, 'package.json'), 'utf8')))
    .flatMap(({ dependencies = {}, devDependencies = {} }) => Object.keys({ ...dependencies, ...devDependencies }))
}

/** Copies the examples into a project. */
export function copyExamples(project) {
  const filter = (path) => !['node_modules', '.cache'].includes(basename(path))
  cpSync(examples, join(project, 'examples'), { recursive: true, filter })
}

/** What failed: the end of the output of their tests. Those of other test runners are run by conformance/test-runners. */
export function runExamples(project, node) {
  const others = ['--exclude', '**/test-runners/**']
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--dir', 'examples', '--testTimeout', '60000', ...others]
  return runOne(project, node, 'examples', vitest)
}
