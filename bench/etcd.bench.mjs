import { Agent, request } from 'node:https'
import { createRequire } from 'node:module'
import { createEtcdStore } from '../packages/store-etcd/dist/index.js'
import { processCpuMs } from '../scripts/process-cpu.mjs'
import { inTurns } from './kit/in-turns.mjs'

export const title = 'etcd (over one etcd without fsync; by the clock, unless the row says CPU)'

const { Client, credentials } = createRequire(new URL('../packages/store-etcd/package.json', import.meta.url))(
  '@grpc/grpc-js',
)

export async function run(kit) {
  await import('../conformance/differential/typescript.mjs')
  const { startOriginalStore } = await import('../conformance/differential/sides/original.ts')
  const store = await startOriginalStore(process.env['PINNACE_ORIGINAL'])
  if (store === undefined) {
    console.log('  not measured: set PINNACE_ORIGINAL to the folder of the binaries of etcd and kube-apiserver')
    return
  }
  try {
    await puts(kit, store.url)
    await creates(kit, store)
  } finally {
    await store.stop()
  }
}

const value = 'x'.repeat(1000)

/** Puts of the store against calls of etcd without it. */
async function puts(kit, url) {
  const store = await createEtcdStore({ endpoints: [url], prefix: '/bench', root: '', compactionIntervalMs: 0 })
  const client = new Client(new URL(url).host, credentials.createInsecure())
  let number = 0
  for (const inFlight of [1, 16, 64]) {
    const [ours, bare] = await inTurns(kit, inFlight, [
      () => store.put(`/${number++}`, { bytes: Buffer.from(value) }),
      () => barePut(client, `/bare/${number++}`),
    ])
    kit.row({ name: `put of 1 KB, ${inFlight} in flight; bare is a call of etcd`, ours, bare, unit: 'µs' })
  }
  await store.close()
  client.close()
}

/** The message is two fields of bytes: 1 is the key, 2 the value. */
function barePut(client, key) {
  const field = (tag, text) => [Buffer.of(tag, ...lengthOf(text)), Buffer.from(text)]
  const message = Buffer.concat([...field(0x0a, key), ...field(0x12, value)])
  return new Promise((resolve, reject) => {
    const same = (bytes) => bytes
    client.makeUnaryRequest('/etcdserverpb.KV/Put', same, same, message, (error, answer) =>
      error === null ? resolve(answer) : reject(error),
    )
  })
}

function lengthOf({ length }) {
  return length < 128 ? [length] : [(length & 127) | 128, length >> 7]
}

/** Creates through Pinnace against those through kube-apiserver, with the same client. */
async function creates(kit, store) {
  const { launchPinnace } = await import('../conformance/differential/sides/pinnace.ts')
  const flags = [`--etcd-servers=${store.url}`, '--etcd-prefix=/bench-pinnace', '--etcd-compaction-interval=0']
  const servers = [await launchPinnace({ flags }), await store.startServer()]
  const agent = new Agent({ keepAlive: true, maxSockets: 64, rejectUnauthorized: false })
  let number = 0
  const create = (server) => () =>
    post(agent, `${server.url}/api/v1/namespaces/default/configmaps`, {
      metadata: { name: `map-${number++}` },
      data: { value },
    })
  try {
    // Until all code is compiled, a create costs several times as much.
    await inTurns({ ...kit, rounds: 1 }, 64, servers.map(create), { count: kit.quick ? 100 : 20_000 })
    for (const inFlight of [1, 16, 64]) {
      const [ours, bare] = await inTurns(kit, inFlight, servers.map(create))
      kit.row({ name: `create over etcd, ${inFlight} in flight; bare is kube-apiserver`, ours, bare, unit: 'µs' })
    }
    const [ours, bare] = await inTurns(kit, 64, servers.map(create), {
      spent: servers.map(
        ({ pid }) =>
          () =>
            processCpuMs(pid),
      ),
    })
    const name = 'create over etcd, 64 in flight, CPU of the server; bare is kube-apiserver'
    kit.row({ name, ours, bare, unit: 'µs', aim: 1 })
  } finally {
    agent.destroy()
    for (const server of servers) await server.stop()
  }
}

function post(agent, url, body) {
  return new Promise((resolve, reject) => {
    const headers = { authorization: 'Bearer admin-token', 'content-type': 'application/json' }
    const outgoing = request(url, { agent, method: 'POST', headers }, (response) => {
      response.resume()
      response.on('end', () =>
        response.statusCode === 201 ? resolve() : reject(new Error(`${url} answered ${response.statusCode}`)),
      )
    })
    outgoing.on('error', reject)
    outgoing.end(JSON.stringify(body))
  })
}
