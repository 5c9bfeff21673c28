import { accessPath, createAccess } from './kit/access.mjs'

export const title =
  'Authentication and authorization (a get; bare is the same get without a token on a server that allows all requests)'

const subjects = [
  { name: 'decided by roles, 10 bindings', options: { bindings: 10 } },
  { name: 'decided by roles, 1,000 bindings', options: { bindings: 1_000 } },
  { name: 'decided by roles, 10,000 bindings', options: { bindings: 10_000 } },
  { name: 'a token of a list', options: { token: 'list' } },
  { name: 'a token of a service account, seen before', options: { token: 'account' } },
]
const headers = { 'user-agent': 'bench/1.0', accept: 'application/json' }
const gets = 4_000

export async function run(kit) {
  await inTheLine(kit)
  for (const { name, options } of subjects) {
    // A new one for every row: a process that has run for longer is faster.
    const bare = await kit.subject('access')
    const ours = await kit.subject('access', options)
    // Bare gets as many bytes, in an unused header.
    const [credentials, others] = ['authorization', 'x-something-else'].map((line) =>
      ours.token === undefined ? {} : { [line]: `Bearer ${ours.token}` },
    )
    await kit.serve({
      name: `${name}, http1`,
      protocol: 'http1',
      count: 4_000,
      ours: { server: ours, request: { path: accessPath, headers: { ...headers, ...credentials } } },
      bare: { server: bare, request: { path: accessPath, headers: { ...headers, ...others } } },
      aim: 1.1,
    })
    ours.close()
    bare.close()
  }
}

// Without a socket a get is so short that everything shows. The rows have no aim: they tell whether one grows.
async function inTheLine(kit) {
  const bare = repeat(await createAccess({}))
  for (const { name, options } of subjects) {
    const ours = repeat(await createAccess(options))
    await kit.compare({ name: `${name}, in the line`, operations: gets, ours, bare })
  }
}

function repeat({ server, token }) {
  const { signal } = new AbortController()
  const all = Object.entries({ ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) })
  const rawHeaders = all.flat()
  const lines = new Map(all)
  const request = () => ({
    method: 'GET',
    target: accessPath,
    rawHeaders,
    header: (name) => lines.get(name),
    body: async () => Buffer.alloc(0),
    signal,
    remoteAddress: '127.0.0.1',
  })
  return async () => {
    for (let number = 0; number < gets; number++) {
      const { status } = await server.handle(request())
      if (status !== 200) throw new Error(`a get was answered with ${status}`)
    }
  }
}
