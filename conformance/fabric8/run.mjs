// Runs the Maven project beside it, fabric8 over WebSocket, against a new server. Without `mvn` it prints a message and
// runs no tests. Arguments are those of Maven: `npm run conformance:fabric8 -- -Dtest=WebSocketTest#keepsAnInformer`.
import { spawnSync } from 'node:child_process'
import { isInstalled, withCommand } from '../support/with-command.mjs'

if (isInstalled('mvn')) {
  process.exitCode = await withCommand(['--simulated-nodes=1', '--authorization-mode=Node,RBAC'], (kubeconfig) => {
    const env = { ...process.env, KUBECONFIG: kubeconfig }
    const args = ['--batch-mode', '--no-transfer-progress', 'test', ...process.argv.slice(2)]
    const { status, stdout } = spawnSync('mvn', args, { cwd: import.meta.dirname, env, encoding: 'utf8' })
    const lines = stdout.split('\n')
    console.log((status === 0 ? lines.filter((line) => line.includes('Tests run:')) : lines).join('\n'))
    return status
  })
}
