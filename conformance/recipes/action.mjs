import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'

/**
 * Runs the step of actions/start as a runner does. npm installs nothing: the command on the PATH stands for the package.
 * The next step is a kubectl, if there is one.
 */
export function judgeAction({ folder, env, root }) {
  const action = load(readFileSync(join(root, 'actions', 'start', 'action.yml'), 'utf8'))
  const [step] = action.runs.steps
  const temporary = join(folder, 'action')
  mkdirSync(temporary)
  const npm = join(temporary, 'npm')
  writeFileSync(npm, '#!/bin/sh\nexit 0\n', { mode: 0o755 })
  const files = { GITHUB_ENV: join(temporary, 'env'), GITHUB_OUTPUT: join(temporary, 'output') }
  const run = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
    env: {
      ...env,
      ...files,
      PATH: `${temporary}:${env.PATH}`,
      RUNNER_TEMP: temporary,
      PINNACE_VERSION: action.inputs.version.default,
      PINNACE_FLAGS: '--controllers=-* --simulated-nodes=0',
    },
    stdio: 'inherit',
  })
  if (run.status !== 0) return 'FAILED: the step'
  const kubeconfig = join(temporary, 'pinnace.kubeconfig')
  try {
    const line = `KUBECONFIG=${kubeconfig}\n`
    if (!existsSync(kubeconfig) || readFileSync(files.GITHUB_ENV, 'utf8') !== line)
      return 'FAILED: KUBECONFIG is not set'
    const kubectl = spawnSync('kubectl', ['get', 'namespaces'], {
      env: { ...env, KUBECONFIG: kubeconfig },
      stdio: 'inherit',
    })
    if (kubectl.error !== undefined) return 'passed, without a following step: kubectl is not installed'
    return kubectl.status === 0 ? 'passed' : 'FAILED: kubectl'
  } finally {
    spawnSync('pinnace', ['stop', `--write-kubeconfig=${kubeconfig}`], { env, stdio: 'inherit' })
  }
}
