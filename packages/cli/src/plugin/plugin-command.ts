import { readFile } from 'node:fs/promises'
import { listen } from '@pinnace/server'
import { FlagError, readCount, readOneOf } from '../flags/flag.ts'
import { suggest } from '../help/suggest.ts'
import { fromFile } from '../read-flag-file.ts'
import type { Output } from '../run.ts'
import { stopSignal } from '../stop-signal.ts'
import { buildPlugins } from './build-plugins.ts'
import { devPlugins } from './dev-plugins.ts'
import { loadPlugins } from './load-plugins.ts'
import { parseCommandFlags } from './parse-command-flags.ts'
import { servePlugins } from './serve-plugins.ts'

const pluginHelp = `pinnace plugin: builds, tries and serves the admission plugins that a file exports

Usage: pinnace plugin build FILE [flags]
       pinnace plugin dev FILE [flags]
       pinnace plugin serve FILE [flags]

build writes manifests.yaml, webhooks.yaml and a Containerfile:
  --output DIR              Directory for the files. (default deploy)
  --name NAME               Name of the Deployment and its Service. (default admission-plugins)
  --namespace NAME          Its namespace. (default admission-plugins)
  --image IMAGE             The image of the Containerfile. (default NAME:latest)
  --replicas COUNT          Pods of the Deployment. (default 2)

dev serves the plugins from this machine, and has a cluster call them until SIGINT or SIGTERM:
  --kubeconfig FILE         (default that of kubectl)
  --context NAME            (default the current context)
  --address HOST            Name or IP address under which the cluster reaches this machine. (default 127.0.0.1)
  --bind-address ADDRESS    Address to listen on. (default 127.0.0.1)
  --port PORT               (default any free port)

serve serves the plugins until SIGINT or SIGTERM; the image runs it:
  --tls-cert-file FILE, --tls-private-key-file FILE
  --bind-address ADDRESS    (default 127.0.0.1)
  --port PORT               (default 8443)

build and dev:
  --vocabulary NAME         (default kubernetes)
`

interface SubcommandRow {
  readonly flags: readonly string[]
  readonly run: (values: Values, file: string, output: Output) => Promise<void>
}

type Values = Readonly<Partial<Record<string, string>>>

const subcommands: ReadonlyMap<string, SubcommandRow> = new Map([
  ['build', { flags: ['output', 'name', 'namespace', 'image', 'replicas', 'vocabulary'], run: build }],
  ['dev', { flags: ['kubeconfig', 'context', 'address', 'bind-address', 'port', 'vocabulary'], run: dev }],
  ['serve', { flags: ['tls-cert-file', 'tls-private-key-file', 'bind-address', 'port'], run: serve }],
])

/** `pinnace plugin build|dev|serve FILE`. Returns the exit code. */
export async function plugin(args: readonly string[], output: Output): Promise<number> {
  const [name = '', ...rest] = args
  if (name === '' || name === '--help' || name === '-h') {
    output.out(pluginHelp)
    return 0
  }
  const subcommand = subcommands.get(name)
  if (subcommand === undefined) {
    throw new FlagError(`unknown command: plugin ${name}${suggest(name, [...subcommands.keys()])}`)
  }
  const parsed = parseCommandFlags(rest, subcommand.flags)
  if (parsed === 'help') {
    output.out(pluginHelp)
    return 0
  }
  const [file, ...others] = parsed.positionals
  if (file === undefined || others.length > 0) {
    throw new FlagError(`plugin ${name} takes one file, not ${parsed.positionals.length}`)
  }
  await subcommand.run(parsed.values, file, output)
  return 0
}

async function build(values: Values, file: string, output: Output): Promise<void> {
  const { name = 'admission-plugins', namespace = 'admission-plugins', output: directory = 'deploy' } = values
  assertLabel('name', name)
  assertLabel('namespace', namespace)
  const { image = `${name}:latest`, replicas = '2' } = values
  const next = await buildPlugins({
    file,
    output: directory,
    name,
    namespace,
    image,
    replicas: readCount('replicas', replicas),
    vocabulary: vocabularyOf(values),
  })
  output.out(next)
}

async function dev(values: Values, file: string, output: Output): Promise<void> {
  const { kubeconfig, context, address = '127.0.0.1', port = '0' } = values
  const running = await devPlugins({
    file,
    kubeconfig,
    context,
    address,
    output,
    bindAddress: values['bind-address'] ?? '127.0.0.1',
    port: readCount('port', port),
    vocabulary: vocabularyOf(values),
  })
  await stopSignal()
  await running.close()
}

async function serve(values: Values, file: string, output: Output): Promise<void> {
  const tls = {
    cert: await readRequired(values, 'tls-cert-file'),
    key: await readRequired(values, 'tls-private-key-file'),
  }
  const { plugins } = await loadPlugins(file)
  const handle = servePlugins(plugins, {
    onError: (name, error) => output.err(`${name}: ${error instanceof Error ? error.stack : String(error)}\n`),
  })
  const host = values['bind-address'] ?? '127.0.0.1'
  const listening = await listen(handle, { host, port: readCount('port', values['port'] ?? '8443'), tls })
  output.out(`serving ${listening.url}\n`)
  await stopSignal()
  await listening.close()
}

async function readRequired(values: Values, flag: string): Promise<string> {
  const path = values[flag]
  if (path === undefined) throw new FlagError(`plugin serve requires --${flag}`)
  return fromFile(flag, path, () => readFile(path, 'utf8'))
}

function vocabularyOf({ vocabulary = 'kubernetes' }: Values): 'kubernetes' | 'platform' {
  return readOneOf('vocabulary', vocabulary, ['kubernetes', 'platform'])
}

// A Service needs one.
function assertLabel(flag: string, value: string): void {
  if (/^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/.test(value)) return
  throw new FlagError(`--${flag} must be a DNS label such as admission-plugins, not ${JSON.stringify(value)}`)
}
