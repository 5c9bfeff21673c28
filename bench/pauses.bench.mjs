import { podTemplate } from './kit/objects.mjs'
import { headersOf, podsPath } from './kit/requests.mjs'

export const title = 'Pauses (by the clock: the longest GET /livez, one every 20 ms from another process)'

const everyMs = 20

export async function run(kit) {
  const pods = kit.quick ? 2_000 : 200_000
  const watchers = kit.quick ? 100 : 1_000
  const ours = await kit.subject('ours', { pods })
  const probe = kit.probe()
  const port = ours.ports.http1
  const longest = async (name, work) => {
    await probe.ask('begin', { port, everyMs })
    await work()
    const { longest: ms } = await probe.ask('end')
    kit.row({ name, ours: ms, unit: 'ms', aim: 20 })
  }
  const list = (accept) => () =>
    requests({ path: podsPath, headers: headersOf(ours.token, accept === undefined ? {} : { accept }), count: 1 })
  const requests = async (plan) => {
    const { failed, text } = await kit.load({ protocol: 'http1', port, clients: 1, ...plan })
    if (failed > 0) throw new Error(`${failed} requests failed: ${text}`)
  }

  await longest('nothing else for a second', () => new Promise((resolve) => setTimeout(resolve, 1_000)))
  await longest(`first list of ${pods} pods, JSON`, list())
  await longest(`second list of ${pods} pods, JSON`, list())
  for (const [name, accept] of [
    ['protobuf', 'application/vnd.kubernetes.protobuf'],
    ['table', 'application/json;as=Table;v=v1;g=meta.k8s.io'],
    ['metadata', 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io'],
  ]) {
    await longest(`first list of ${pods} pods, ${name}`, list(accept))
    await longest(`second list of ${pods} pods, ${name}`, list(accept))
  }

  const headers = headersOf(ours.token)
  const path = `${podsPath}?watch=true&resourceVersion=0&fieldSelector=metadata.name=pod-0`
  const patched = {
    method: 'PATCH',
    path: `${podsPath}/pod-0`,
    body: '{"metadata":{"annotations":{"at":"%v"}}}',
    headers: headersOf(ours.token, { 'content-type': 'application/merge-patch+json' }),
  }
  await longest(`${watchers} watchers open`, () =>
    kit.ask('watch', { protocol: 'http1', port, path, headers, watchers }),
  )
  await longest(`50 writes a second to ${watchers} watchers, ${pods} pods`, async () => {
    for (let write = 0; write < (kit.quick ? 20 : 100); write++) {
      const wait = new Promise((resolve) => setTimeout(resolve, 20))
      await requests({ ...patched, count: 1 })
      await wait
    }
  })
  await longest(`${watchers} watchers leave`, () => kit.ask('unwatch'))
  await longest(`10,000 creates, 16 in flight, ${pods} pods`, () => {
    const template = podTemplate()
    const body = JSON.stringify({ ...template, metadata: { ...template.metadata, name: 'new-%d' } })
    const json = headersOf(ours.token, { 'content-type': 'application/json' })
    return requests({
      method: 'POST',
      path: podsPath,
      body,
      headers: json,
      count: kit.quick ? 500 : 10_000,
      clients: 16,
    })
  })
}
