// Starts the `pinnace` command on a free port for a judge that runs outside of this process.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const root = join(import.meta.dirname, '..', '..')
const command = join(root, 'packages', 'cli', 'bin', 'pinnace.js')

/** Whether a program is installed: it prints its version. Otherwise says that nothing has been judged. */
export function isInstalled(program, argument = '--version') {
  const { error, status, stdout } = spawnSync(program, [argument], { encoding: 'utf8' })
  if (error === undefined && status === 0) {
    console.log(stdout.split('\n', 1)[0].trim())
    return true
  }
  console.log(`skipped: ${program} is not installed, nothing has been judged`)
  return false
}

/** Builds the packages, starts the command, and resolves to the exit code that `judge` returns for a kubeconfig. */
export async function withCommand(flags, judge) {
  const built = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs'), '--quiet'], { stdio: 'inherit' })
  if (built.status !== 0) return built.status ?? 1
  const directory = mkdtempSync(join(tmpdir(), 'pinnace-judge-'))
  const kubeconfig = join(directory, 'kubeconfig')
  const log = join(directory, 'log')
  const server = spawn(process.execPath, [command, '--secure-port=0', ...flags, `--write-kubeconfig=${kubeconfig}`], {
    stdio: ['ignore', 'pipe', openSync(log, 'w')],
  })
  try {
    const status = (await isServing(server)) ? await judge(kubeconfig, directory) : 1
    // Webhooks that are gone and kinds that are removed make a server talk; it matters where a test has failed.
    if (status !== 0) console.log(readFileSync(log, 'utf8'))
    return status ?? 1
  } finally {
    server.kill()
    rmSync(directory, { recursive: true })
  }
}

/** The command prints where its kubeconfig is once it can be used. */
async function isServing({ stdout }) {
  for await (const line of createInterface({ input: stdout })) {
    if (line.startsWith('kubeconfig ')) {
      stdout.resume()
      return true
    }
  }
  return false
}
