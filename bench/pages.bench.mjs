import { headersOf, podsPath, sizeOf } from './kit/requests.mjs'

export const title = 'Pages, and HTTP/1.1 over TLS (CPU of the serving process)'

export async function run(kit) {
  const ours = await kit.subject('ours', { pods: 3_000 })
  const bare = await kit.subject('bare')
  const headers = headersOf(ours.token)

  const podBytes = await sizeOf(ours, `${podsPath}/pod-500`)
  await kit.serve({
    name: 'get, http1 over TLS',
    protocol: 'https',
    count: 8_000,
    warm: kit.quick ? 2_000 : 24_000,
    ours: { server: ours, request: { path: `${podsPath}/pod-%d`, among: 3_000, headers } },
    bare: { server: bare, request: { path: `/bytes/${podBytes}`, headers } },
    aim: 1.5,
  })

  const path = `${podsPath}?limit=500`
  const bytes = await sizeOf(ours, path)
  for (const protocol of ['http1', 'http2', 'https', 'tls']) {
    const isClear = protocol === 'http1' || protocol === 'http2'
    await kit.serve({
      name: `page of 500, ${protocol === 'https' ? 'http1 over TLS' : protocol}`,
      protocol,
      count: isClear ? 200 : 100,
      clients: 4,
      streams: 1,
      warm: kit.quick ? 200 : isClear ? 3_000 : 500,
      ours: { server: ours, request: { path, headers } },
      bare: { server: bare, request: { path: `/bytes/${bytes}`, headers } },
      aim: 1.5,
    })
  }
}
