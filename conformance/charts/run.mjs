// Installs, tests, upgrades, rolls back and uninstalls the charts beside it with Helm, on a new server with simulated
// workloads. Helm is PINNACE_HELM, or `helm` on the PATH, or is built from the module `helm` with Go; without any of these
// a message says that nothing has been judged.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isInstalled, withCommand } from '../support/with-command.mjs'

const folder = import.meta.dirname
/** What a chart leaves in its namespace after an uninstall: its claims, and what a hook of it has created. */
const charts = [
  { name: 'web', change: 'replicas=3', left: ['pod/web-connection'] },
  {
    name: 'records',
    change: 'replicas=3',
    left: claims('data-records-0', 'data-records-1', 'data-records-2', 'records-archive'),
  },
  { name: 'operator', hasCrds: true, change: 'size=5', left: ['widget.charts.example.dev/operator-first'] },
]

const found = findHelm()
if (found !== undefined)
  process.exitCode = await withCommand(['--simulated-nodes=2', '--authorization-mode=Node,RBAC'], judge)

async function judge(kubeconfig, directory) {
  const helm = found(directory)
  if (helm === undefined) return 1
  let passed = 0
  const failed = []
  const run = (program, args) => {
    const env = {
      ...process.env,
      KUBECONFIG: kubeconfig,
      HELM_CACHE_HOME: directory,
      HELM_CONFIG_HOME: directory,
      HELM_DATA_HOME: directory,
    }
    return spawnSync(program, args, { env, encoding: 'utf8', timeout: 300_000 })
  }
  const step = (name, args, expected) => {
    const { status, stdout, stderr } = run(helm, args)
    if (status === 0 && expected.every((text) => stdout.includes(text))) passed++
    else failed.push(`${name}: exit code ${status}\n${stdout}${stderr}`)
  }
  for (const { name, change, left, hasCrds = false } of charts) {
    const chart = join(folder, name)
    const wait = ['--namespace', name, '--wait', '--timeout', '120s']
    step(`${name}: lint`, ['lint', chart], ['0 chart(s) failed'])
    step(`${name}: template`, ['template', name, chart, '--api-versions', 'policy/v1/PodDisruptionBudget'], ['kind: '])
    // A dry run of Helm does not install CRDs, and then knows no custom resources.
    if (!hasCrds) {
      step(`${name}: dry run`, ['install', name, chart, '--dry-run=server', ...wait], ['STATUS: pending-install'])
    }
    step(
      `${name}: install`,
      ['install', name, chart, '--create-namespace', ...wait],
      ['STATUS: deployed', 'REVISION: 1'],
    )
    step(`${name}: test`, ['test', name, '--namespace', name], ['Phase:          Succeeded'])
    step(`${name}: upgrade`, ['upgrade', name, chart, '--set', change, ...wait], ['REVISION: 2'])
    step(`${name}: rollback`, ['rollback', name, '1', ...wait], ['Rollback was a success'])
    step(`${name}: history`, ['history', name, '--namespace', name], ['superseded', 'Rollback to 1'])
    step(`${name}: status`, ['status', name, '--namespace', name, '--show-resources'], ['STATUS: deployed'])
    step(`${name}: uninstall`, ['uninstall', name, ...wait], [`release "${name}" uninstalled`])
    step(`${name}: list`, ['list', '--namespace', name, '--all', '--output', 'json'], ['[]'])
    const common = 'deployments,statefulsets,jobs,pods,services,ingresses,persistentvolumeclaims,poddisruptionbudgets'
    const kinds = hasCrds ? `${common},widgets` : common
    let remaining = ''
    const wanted = [...left].sort().join(' ')
    // The pods of jobs are collected soon after their job.
    for (let tries = 0; tries < 30 && remaining !== wanted; tries++) {
      if (tries > 0) await setTimeout(1000)
      const { stdout } = run('kubectl', ['get', kinds, '--namespace', name, '--output', 'name'])
      remaining = stdout
        .split('\n')
        .filter((line) => line !== '')
        .sort()
        .join(' ')
    }
    if (remaining === wanted) passed++
    else failed.push(`${name}: left behind: ${remaining}; expected: ${wanted}`)
  }
  for (const text of failed) console.log(`failed ${text}`)
  console.log(`${charts.length} charts: ${passed} steps passed, ${failed.length} failed`)
  return failed.length === 0 ? 0 : 1
}

function claims(...names) {
  return names.map((name) => `persistentvolumeclaim/${name}`)
}

/** A function that returns the path of Helm, given a folder to build it in. */
function findHelm() {
  const named = process.env['PINNACE_HELM'] ?? 'helm'
  const { error, status, stdout } = spawnSync(named, ['version', '--short'], { encoding: 'utf8' })
  if (error === undefined && status === 0) {
    console.log(`helm ${stdout.trim()}`)
    return () => named
  }
  if (!isInstalled('go', 'version')) return undefined
  return (directory) => {
    const path = join(directory, 'helm')
    const args = ['build', '-o', path, 'helm.sh/helm/v3/cmd/helm']
    const built = spawnSync('go', args, { cwd: join(folder, 'helm'), stdio: 'inherit' })
    return built.status === 0 ? path : undefined
  }
}
