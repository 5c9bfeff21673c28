import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { blockBelow } from './blocks.mjs'

/**
 * Testcontainers needs Docker, which is not used here: the server is started with the command of the image, the log is
 * searched for the line that the recipe waits for, and the kubeconfig is rewritten with the expression of the recipe.
 */
export function judgeContainer({ folder, env }) {
  const code = blockBelow('Testcontainers', 'typescript')
  const waited = /forLogMessage\(\/(.+)\/m\)/.exec(code)?.[1]
  const [, pattern, replacement] = /replace\(\/(.+?)\/, `(.+?)\$\{/.exec(code) ?? []
  if (waited === undefined || pattern === undefined) return 'FAILED: the recipe has no log message or no replacement'
  const data = join(folder, 'container')
  mkdirSync(data)
  const kubeconfig = join(data, 'pinnace.kubeconfig')
  const args = ['start', '--detach', '--secure-port=0', '--bind-address=0.0.0.0', `--write-kubeconfig=${kubeconfig}`]
  const started = spawnSync('pinnace', args, { env, encoding: 'utf8' })
  if (started.status !== 0) return `FAILED: ${started.stderr}`
  try {
    const log = readFileSync(`${kubeconfig}.log`, 'utf8')
    if (!new RegExp(waited, 'm').test(log) && !new RegExp(waited, 'm').test(started.stdout))
      return 'FAILED: no such line in the log'
    const text = readFileSync(kubeconfig, 'utf8')
    const { port } = new URL(load(text).clusters[0].cluster.server)
    const moved = join(data, 'moved.kubeconfig')
    writeFileSync(moved, text.replace(new RegExp(pattern), `${replacement}${port}`))
    const kubectl = spawnSync('kubectl', ['--kubeconfig', moved, 'get', 'namespaces'], { env, stdio: 'inherit' })
    if (kubectl.error !== undefined) return 'not judged: kubectl is not installed'
    return kubectl.status === 0
      ? 'passed, without Docker: the parts of the recipe outside the container'
      : 'FAILED: kubectl'
  } finally {
    spawnSync('pinnace', ['stop', `--write-kubeconfig=${kubeconfig}`], { env, stdio: 'inherit' })
  }
}
