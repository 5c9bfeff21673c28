import { podTemplate } from './kit/objects.mjs'
import { headersOf, podsPath, readObject } from './kit/requests.mjs'

export const title = 'Watch (CPU of the serving process an event told; bare is one write a socket)'

export async function run(kit) {
  const ours = await kit.subject('ours', { pods: 1_000 })
  const bare = await kit.subject('bare')
  const headers = headersOf(ours.token)
  const template = podTemplate()
  const { spec } = await readObject(ours, `${podsPath}/pod-0`)
  const body = JSON.stringify({ ...template, metadata: { ...template.metadata, annotations: { at: '%v' } }, spec })
  const written = { ...headers, 'content-type': 'application/json' }
  const plans = [
    {
      server: bare,
      path: '/watch',
      write: { method: 'PUT', path: '/event', body, headers: written },
    },
    {
      server: ours,
      path: `${podsPath}?watch=true&resourceVersion=%r`,
      write: { method: 'PUT', path: `${podsPath}/pod-%d`, body, among: 1_000, headers: written },
    },
  ]
  const sizes = kit.quick ? [1, 1_000] : [1, 100, 1_000]
  for (const protocol of ['http1', 'http2']) {
    for (const watchers of sizes) {
      const one = []
      const loaded = []
      for (const plan of plans) {
        const { server } = plan
        const path = plan.path.replace('%r', await newestRevision(ours, headers))
        const port = server.ports[protocol]
        await kit.ask('watch', { protocol, port, path, headers, watchers })
        const spend = async (count, atOnce) => {
          const before = await server.cpu()
          const { failed, text } = await kit.ask('writes', {
            ...plan.write,
            protocol: 'http1',
            port: server.ports.http1,
            watchers,
            count,
            atOnce,
          })
          if (failed > 0) throw new Error(`${failed} writes failed: ${text}`)
          return ((await server.cpu()) - before) / count / watchers
        }
        const few = watchers === 1 ? 400 : watchers === 100 ? 60 : 12
        const many = watchers === 1 ? 2_000 : watchers === 100 ? 1_000 : 256
        plan.one = Infinity
        plan.loaded = Infinity
        // Warm-up: after a hundred thousand events the code is compiled.
        await spend(watchers === 1 ? 400 : Math.ceil(100_000 / watchers), 1)
        for (let round = 0; round < Math.ceil(kit.rounds / 2); round++) {
          plan.one = Math.min(plan.one, await spend(few, 1))
          plan.loaded = Math.min(plan.loaded, await spend(many, 64))
        }
        one.push(plan.one)
        loaded.push(plan.loaded)
        await kit.ask('unwatch')
      }
      const name = `${watchers} ${watchers === 1 ? 'watcher' : 'watchers'}, ${protocol}`
      // With few watchers it is the write that counts, which the bare server does not do.
      kit.row({
        name: `one write at a time, ${name}`,
        ours: one[1],
        bare: one[0],
        unit: 'µs',
        aim: watchers < 1_000 ? undefined : 1.43,
      })
      // Under load ours may tell several events in one write; the bare loop never does.
      kit.row({
        name: `64 writes at once, ${name}`,
        ours: loaded[1],
        bare: loaded[0],
        unit: 'µs',
        aim: watchers < 1_000 ? undefined : 0.5,
      })
    }
  }
}

async function newestRevision(ours, headers) {
  const response = await fetch(`http://127.0.0.1:${ours.ports.http1}${podsPath}?limit=1`, { headers })
  return (await response.json()).metadata.resourceVersion
}
