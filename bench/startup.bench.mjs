import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createServer } from '../packages/server/dist/index.js'
import { createTestServer } from '../packages/testing/dist/index.js'
import { bareCertificate } from './kit/certificates.mjs'

export const title = 'Start (the least of several; imports by CPU, the rest by the clock)'

const packages = join(dirname(fileURLToPath(import.meta.url)), '..', 'packages')
const urlOf = (path) => pathToFileURL(join(packages, path)).href

export async function run(kit) {
  const times = kit.quick ? 5 : 15
  const folder = mkdtempSync(join(tmpdir(), 'pinnace-bench-'))
  try {
    const bare = `import { createSecureServer } from 'node:http2'
      const server = createSecureServer({ ...${JSON.stringify(bareCertificate())}, allowHTTP1: true }, (_, response) => response.end('{}'))
      server.listen(0, '127.0.0.1', () => console.log('serving https://127.0.0.1:' + server.address().port))`
    const command = [join(packages, 'cli/bin/pinnace.js'), '--secure-port=0', `--write-kubeconfig=${join(folder, 'k')}`]
    const answers = await inTurns(times, [() => firstAnswer(command), () => firstAnswer(script(bare))])
    kit.row({ name: 'process start to first answer over TLS', ours: answers[0], bare: answers[1], unit: 'ms' })

    const empty = ''
    const whole = `import ${JSON.stringify(urlOf('server/dist/index.js'))}`
    const node = `import 'node:http'; import 'node:https'; import 'node:http2'; import 'node:crypto'`
    const umbrella = (entry) => `import ${JSON.stringify(urlOf(`pinnace/dist/${entry}.js`))}`
    const [imported, everything, withoutZod, builtIn, nothing] = await inTurns(times, [
      () => cpuOf(whole),
      () => cpuOf(umbrella('index')),
      () => cpuOf(umbrella('server')),
      () => cpuOf(node),
      () => cpuOf(empty),
    ])
    kit.row({ name: 'import of the server, over an empty node', ours: imported - nothing, unit: 'ms', aim: 60 })
    const server = imported - nothing
    kit.row({
      name: 'import of pinnace/server, over that',
      ours: withoutZod - nothing,
      bare: server,
      unit: 'ms',
      aim: 1.1,
    })
    kit.row({ name: 'import of pinnace, over that', ours: everything - nothing, bare: server, unit: 'ms', aim: 1.8 })
    kit.row({ name: "  of which node's own http, https, http2, crypto", ours: builtIn - nothing, unit: 'ms' })
  } finally {
    rmSync(folder, { recursive: true })
  }

  const created = []
  const forked = []
  const server = await createServer()
  const configMaps = server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
  for (let number = 0; number < 1_000; number++) await configMaps.create({ metadata: { name: `map-${number}` } })
  for (let round = 0; round < times * 4; round++) {
    let began = performance.now()
    const made = await createServer()
    created.push(performance.now() - began)
    await made.close()
    began = performance.now()
    const fork = server.fork()
    forked.push(performance.now() - began)
    await fork.close()
  }
  const tested = []
  for (let round = 0; round < times * 4; round++) {
    const before = process.cpuUsage()
    const made = await createTestServer()
    const { user, system } = process.cpuUsage(before)
    tested.push((user + system) / 1_000)
    await made.close()
  }
  kit.row({ name: 'createTestServer() in a warm process, CPU', ours: Math.min(...tested), unit: 'ms', aim: 4 })
  kit.row({ name: 'createServer() in a warm process', ours: Math.min(...created), unit: 'ms', aim: 5 })
  kit.row({ name: 'fork of a server of 1,000 objects', ours: Math.min(...forked), unit: 'ms', aim: 1 })
}

function script(source) {
  return ['--input-type=module', '--eval', source]
}

async function inTurns(times, runs) {
  const least = runs.map(() => Infinity)
  for (let round = 0; round < times; round++) {
    for (const [index, run] of runs.entries()) least[index] = Math.min(least[index], await run())
  }
  return least
}

/** CPU milliseconds until a script has run, as its process counts them. */
function cpuOf(source) {
  const counted = `${source}\n;const used = process.cpuUsage(); console.log((used.user + used.system) / 1000)`
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, script(counted), { stdio: ['ignore', 'pipe', 'inherit'] })
    let text = ''
    child.stdout.on('data', (chunk) => (text += chunk))
    child.on('close', (code) => (code === 0 ? resolve(Number(text)) : reject(new Error(`exit ${code}`))))
  })
}

function firstAnswer(args) {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
      const url = /serving (https:\S+)\n/.exec(text)?.[1]
      if (url === undefined) return
      text = ''
      get(`${url}/version`, { rejectUnauthorized: false, agent: false }, (response) => {
        response.resume()
        response.on('end', () => {
          resolve(performance.now() - began)
          child.kill()
        })
      }).on('error', reject)
    })
    child.on('error', reject)
  })
}
