// Runs the compiled programs of a project, two at a time, and its suites with vitest.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { commandOf } from './node-versions.mjs'

const run = promisify(execFile)
const limitMs = 180_000
/** Its undici does not load in Node 20. */
const needsNode22 = '@kubernetes/client-node'

/** What failed: the end of the output of each program that did not exit with 0. */
export async function runPrograms(project, programs, node) {
  const errors = []
  const isLeftOut = ({ code }) => node === '20' && code.includes(needsNode22)
  const leftOut = programs.filter(isLeftOut).map(({ name }) => name)
  if (leftOut.length > 0)
    console.log(`not judged on node ${node}, because ${needsNode22} needs 22: ${leftOut.join(', ')}`)
  const waiting = programs.filter((program) => !program.isSuite && !isLeftOut(program))
  const lane = async () => {
    for (let program = waiting.shift(); program !== undefined; program = waiting.shift()) {
      const file = join('out', `${program.name}.js`)
      if (existsSync(join(project, file))) errors.push(...(await runOne(project, node, program.name, [file])))
      else errors.push(`${program.name}: it was not compiled`)
    }
  }
  await Promise.all([lane(), lane()])
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--dir', 'programs', '--testTimeout', '60000']
  return [...errors, ...(await runOne(project, node, 'suites', vitest))]
}

/** What failed when a program of a project runs: nothing, or the end of its output. */
export async function runOne(project, node, name, args) {
  const [file, ...before] = commandOf(node)
  try {
    await run(file, [...before, ...args], { cwd: project, timeout: limitMs, maxBuffer: 2 ** 24 })
    return []
  } catch (error) {
    const output = `${error.stdout ?? ''}${error.stderr ?? ''}`.trim().split('\n').slice(-12).join('\n')
    return [`${name}: ${error.killed === true ? 'it did not end' : `exit ${error.code}`}\n${output}`]
  }
}
