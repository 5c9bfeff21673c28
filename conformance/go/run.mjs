// Runs the Go module beside it against a new server. Without `go` it prints a message and runs no tests.
// Arguments are those of `go test`: `npm run conformance:go -- -run TestKinds -v`.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const root = join(import.meta.dirname, '..', '..')
const command = join(root, 'packages', 'cli', 'bin', 'pinnace.js')

const version = spawnSync('go', ['version'], { encoding: 'utf8' })
if (version.error !== undefined || version.status !== 0) {
  console.log('skipped: go is not installed, nothing has been judged')
} else {
  console.log(version.stdout.trim())
  process.exitCode = build() || (await judge())
}

function build() {
  return spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs'), '--quiet'], { stdio: 'inherit' }).status ?? 1
}

async function judge() {
  const directory = mkdtempSync(join(tmpdir(), 'pinnace-go-'))
  const kubeconfig = join(directory, 'kubeconfig')
  const flags = ['--simulated-nodes=0', '--secure-port=0', '--authorization-mode=Node,RBAC']
  const log = join(directory, 'log')
  const server = spawn(process.execPath, [command, ...flags, `--write-kubeconfig=${kubeconfig}`], {
    stdio: ['ignore', 'pipe', openSync(log, 'w')],
  })
  try {
    const env = { ...process.env, KUBECONFIG: kubeconfig }
    const args = ['test', '-count=1', './...', ...process.argv.slice(2)]
    const isJudged = await isServing(server)
    const status = isJudged ? spawnSync('go', args, { cwd: import.meta.dirname, env, stdio: 'inherit' }).status : 1
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
