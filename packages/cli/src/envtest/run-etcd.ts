import { createServer, type Server } from 'node:http'
import { FlagError } from '../flags/flag.ts'
import type { Output } from '../run.ts'
import { stopSignal } from '../stop-signal.ts'

const defaultClientUrls = 'http://localhost:2379'

/**
 * What the launcher `etcd` runs: answers the health checks of a test environment, and stores nothing, as the launcher
 * `kube-apiserver` keeps objects in memory. Runs until SIGTERM or SIGINT. Returns the exit code.
 */
export async function runEtcd(args: readonly string[], output: Output): Promise<number> {
  if (args.some((argument) => ['--help', '-h', '--version'].includes(argument))) {
    output.out(
      'etcd of pinnace envtest: answers health checks, stores nothing.\n\n  --listen-client-urls URLS\n  --version\n',
    )
    return 0
  }
  const servers: Server[] = []
  for (const url of clientUrls(args)) servers.push(await listen(url))
  await stopSignal()
  for (const server of servers) {
    server.close()
    server.closeAllConnections()
  }
  return 0
}

/** Every other flag of etcd is accepted without effect. */
function clientUrls(args: readonly string[]): readonly URL[] {
  let text = defaultClientUrls
  for (const [index, argument] of args.entries()) {
    const [, inline] = /^--?listen-client-urls(?:=(.*))?$/.exec(argument) ?? []
    if (/^--?listen-client-urls(=|$)/.test(argument)) text = inline ?? args[index + 1] ?? ''
  }
  return text.split(',').map((item) => {
    if (!URL.canParse(item) || new URL(item).protocol !== 'http:') {
      throw new FlagError(`--listen-client-urls must be http URLs, not ${JSON.stringify(item)}`)
    }
    return new URL(item)
  })
}

function listen({ hostname, port }: URL): Promise<Server> {
  const server = createServer((request, response) => {
    const body = answers.get(new URL(request.url ?? '/', 'http://etcd').pathname)
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(body ?? '{"error":"this etcd stores nothing: pinnace envtest keeps objects in memory"}')
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(Number(port || 80), hostname.replaceAll(/[[\]]/g, ''), () => resolve(server))
  })
}

const answers: ReadonlyMap<string, string> = new Map([
  ['/health', '{"health":"true","reason":""}'],
  ['/livez', 'ok\n'],
  ['/readyz', 'ok\n'],
  ['/version', '{"etcdserver":"3.6.0","etcdcluster":"3.6.0","storage":"3.6.0"}'],
])
