import { headersOf, podsPath } from './kit/requests.mjs'

export const title = 'Many watchers (memory of the serving process, and CPU of writes that concern none of them)'

export async function run(kit) {
  for (const protocol of ['http1', 'http2']) await memory(kit, protocol)
  await selectors(kit)
}

/**
 * What watchers take while nothing happens, beside replies of the bare server that do not end, and what they leave after
 * they were told of writes and have left.
 */
async function memory(kit, protocol) {
  const watchers = kit.quick ? 100 : 1_000
  const bare = await kit.subject('bare')
  const ofBare = await idle(kit, bare, { protocol, path: '/watch', watchers })
  bare.close()
  const ours = await kit.subject('ours', { pods: 10 })
  const path = `${podsPath}?watch=true&resourceVersion=0`
  const { before, each } = await idle(kit, ours, { protocol, path, watchers }, () => write(kit, ours, 50))
  kit.row({ name: `memory of an idle watcher, ${protocol}`, ours: each, unit: 'bytes', aim: 4_096 })
  kit.row({ name: `memory of an idle reply of the bare server, ${protocol}`, ours: ofBare.each, unit: 'bytes' })
  await write(kit, ours, kit.quick ? 50 : 300)
  await left(kit)
  const after = await ours.ask('memory')
  const name = `memory that ${watchers} watchers and 300 writes leave, ${protocol}`
  kit.row({ name, ours: (after.rss - before.rss) / 1e6, unit: 'MB', aim: 20 })
  ours.close()
}

/** Opens watches that stay open: the memory `before`, and what `each` takes. Others were opened before, so that the code is compiled. */
async function idle(kit, subject, plan, warmUp) {
  await watch(kit, subject, plan)
  await warmUp?.()
  await left(kit)
  const before = await subject.ask('memory')
  await watch(kit, subject, plan)
  // What the last initial events were sent with is released within a moment.
  await moment()
  const after = await subject.ask('memory')
  return { before, each: (after.used - before.used) / plan.watchers }
}

/** Writes while many watchers wait for pods of other nodes. */
async function selectors(kit) {
  const path = `${podsPath}?watch=true&resourceVersion=0&fieldSelector=spec.nodeName%3Dnode-%d`
  const subjects = []
  for (const watchers of [10, kit.quick ? 1_000 : 10_000]) {
    const server = await kit.subject('ours', { pods: 10 })
    await watch(kit, server, { protocol: 'http2', path, watchers })
    subjects.push({ server, watchers, least: Infinity })
  }
  for (let round = -2; round < kit.rounds; round++) {
    for (const subject of subjects) {
      const used = await subject.server.cpu()
      await write(kit, subject.server, 500)
      if (round >= 0) subject.least = Math.min(subject.least, ((await subject.server.cpu()) - used) / 500)
    }
  }
  const [few, many] = subjects
  const name = `write beside ${many.watchers.toLocaleString('en')} watchers of other nodes; bare is beside 10`
  kit.row({ name, ours: many.least, bare: few.least, unit: 'µs', aim: 1.3 })
}

async function watch(kit, { ports, token }, { protocol, path, watchers }) {
  await kit.ask('watch', { protocol, port: ports[protocol], path, headers: headersOf(token), watchers })
}

async function write(kit, { ports, token }, count) {
  const plan = {
    protocol: 'http1',
    port: ports.http1,
    method: 'PATCH',
    path: `${podsPath}/pod-%d`,
    among: 10,
    body: '{"metadata":{"annotations":{"at":"%v"}}}',
    headers: headersOf(token, { 'content-type': 'application/merge-patch+json' }),
  }
  const { failed, text } = await kit.load({ ...plan, count, clients: 1 })
  if (failed > 0) throw new Error(text)
}

/** The watchers leave; the server notices at once. */
async function left(kit) {
  await kit.ask('unwatch')
  await moment()
}

function moment() {
  return new Promise((resolve) => setTimeout(resolve, 500))
}
