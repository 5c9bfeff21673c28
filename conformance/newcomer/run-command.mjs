// Starts the command of an installed package, waits until it serves, and stops it.
import { spawn } from 'node:child_process'
import { commandOf } from './node-versions.mjs'

const limitMs = 120_000

/** What failed: nothing if the command serves, and exits with 0 after SIGTERM. */
export function runCommand(project, node) {
  const [file, ...before] = commandOf(node)
  const args = [...before, 'node_modules/pinnace/bin/pinnace.js', '--secure-port=0']
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd: project, detached: true })
    const limit = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), limitMs)
    let output = ''
    let isServing = false
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
        if (isServing || !/https:\/\/127\.0\.0\.1:\d+/.test(output)) return
        isServing = true
        process.kill(-child.pid, 'SIGTERM')
      })
    }
    child.on('error', (error) => (output += error.message))
    child.on('close', (code) => {
      clearTimeout(limit)
      // npx ends by the signal as well.
      const isGood = isServing && (code === 0 || before.length > 0)
      resolve(isGood ? [] : [`the command ended with ${code}:\n${output.slice(-1000)}`])
    })
  })
}
