// Runs the Go module beside it against a new server. Without `go` it prints a message and runs no tests.
// Arguments are those of `go test`: `npm run conformance:go -- -run TestKinds -v`.
import { spawnSync } from 'node:child_process'
import { isInstalled, withCommand } from '../support/with-command.mjs'

if (isInstalled('go', 'version')) {
  process.exitCode = await withCommand(['--simulated-nodes=0', '--authorization-mode=Node,RBAC'], (kubeconfig) => {
    const env = { ...process.env, KUBECONFIG: kubeconfig }
    const args = ['test', '-count=1', './...', ...process.argv.slice(2)]
    return spawnSync('go', args, { cwd: import.meta.dirname, env, stdio: 'inherit' }).status
  })
}
