// The terminal session that the documents show: its commands, how they are run, and the picture of a recording.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../workspace.mjs'

/** What a reader would type, in order. */
export const sessionCommands = [
  'pinnace --detach --secure-port=0',
  'export KUBECONFIG=$PWD/pinnace.kubeconfig',
  'kubectl create deployment web --image=nginx --replicas=2',
  'kubectl rollout status deployment web',
  'kubectl get deployments,pods',
  'kubectl set image deployment web nginx=nginx:1.29 --dry-run=server',
  'kubectl delete namespace default',
  'pinnace stop',
]

const home = '/home/you'
const mark = '\u0001'

/** Runs the session in an empty directory: `{ command, output }` of every command. */
export function recordSession() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pinnace-session-')))
  try {
    const programs = join(folder, 'bin')
    const work = join(folder, 'work')
    for (const path of [programs, work]) mkdirSync(path)
    const hooks = join(root, 'conformance', 'differential', 'typescript.mjs')
    const main = join(programs, 'main.mjs')
    const source = join(root, 'packages', 'cli', 'src', 'main.ts')
    writeFileSync(
      main,
      `import { main } from ${JSON.stringify(source)}\nprocess.exitCode = await main(process.argv.slice(2))\n`,
    )
    const shim = join(programs, 'pinnace')
    writeFileSync(
      shim,
      `#!/bin/sh\nexec '${process.execPath}' --conditions=@pinnace/source --import '${hooks}' '${main}' "$@"\n`,
    )
    chmodSync(shim, 0o755)
    const script = sessionCommands.map((command) => `printf '${mark}'\n${command}`).join('\n')
    const env = { ...process.env, PATH: `${programs}:${process.env.PATH}`, HOME: work, NODE_NO_WARNINGS: '1' }
    const text = execFileSync('bash', ['-c', `exec 2>&1\n${script}\ntrue`], { cwd: work, env, encoding: 'utf8' })
    const outputs = text.split(mark).slice(1)
    return sessionCommands.map((command, index) => ({
      command,
      output: outputs[index].trimEnd().replaceAll(work, home),
    }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A recording without what differs between runs: ports, names of pods, ages, and how often a rollout reported. */
export function shapeOf(recording) {
  return recording.map(({ command, output }) => ({
    command,
    output: output
      .replace(/^Waiting for deployment .*\n/gm, '')
      .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')
      .replace(/\b(web-)[a-z0-9]{8,10}-[a-z0-9]{5}\b/g, '$1HASH-NAME')
      .replace(/\b(\d+m)?\d+s\b/g, 'AGE')
      .replace(/ +$/gm, '')
      .replace(/ {2,}/g, '  '),
  }))
}

const line = { height: 19, width: 8.1, left: 16, top: 46, pauseMs: 700, typeMs: 25 }

/** The recording as an SVG that shows one line after the other; all at once where motion is reduced. */
export function renderSession(recording) {
  let delayMs = 0
  const lines = recording.flatMap(({ command, output }) => {
    delayMs += line.pauseMs
    const typed = { text: command, isCommand: true, delayMs }
    delayMs += command.length * line.typeMs
    const printed = output === '' ? [] : output.split('\n').map((text) => ({ text, isCommand: false, delayMs }))
    return [typed, ...printed]
  })
  const columns = Math.max(...lines.map(({ text, isCommand }) => text.length + (isCommand ? 2 : 0)))
  const width = Math.ceil(columns * line.width + 2 * line.left)
  const height = line.top + lines.length * line.height
  const drawn = lines.map(({ text, isCommand, delayMs: shownMs }, index) => {
    const y = line.top + index * line.height
    const prompt = isCommand ? '<tspan class="p">$ </tspan>' : ''
    const name = isCommand ? 'c' : 'o'
    return `<text class="${name}" x="${line.left}" y="${y}" style="animation-delay:${shownMs}ms">${prompt}${escapeXml(text)}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="A terminal session with pinnace and kubectl">
<style>
text { font: 13px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; white-space: pre }
.c { fill: #ffffff } .o { fill: #c9d1d9 } .p { fill: #7ee787 }
@media (prefers-reduced-motion: no-preference) { text { opacity: 0; animation: show 1ms forwards } @keyframes show { to { opacity: 1 } } }
</style>
<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>
<circle cx="18" cy="17" r="5" fill="#ff7b72"/><circle cx="36" cy="17" r="5" fill="#e3b341"/><circle cx="54" cy="17" r="5" fill="#7ee787"/>
${drawn.join('\n')}
</svg>
`
}

function escapeXml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
