import { spawnSync } from 'node:child_process'

/** Where a member runs. */
export interface Host {
  /** The address for the other members. */
  readonly peer: string
  /** The address for clients. */
  readonly client: string
  /** What a command begins with to run there. */
  readonly command: readonly string[]
  /** Cuts the host off from the other ones, and with `clients` from everything. */
  cut(from: 'members' | 'everything'): void
  heal(): void
}

/** A network of namespaces, which needs root and `ip`. */
export interface Network extends Disposable {
  readonly hosts: readonly Host[]
}

/** Two networks of addresses, which networks of other processes do not use. */
function networksOf(pid: number): readonly [peers: string, clients: string] {
  const first = 2 * (pid % 120)
  return [`10.97.${first}`, `10.97.${first + 1}`]
}

/** Creates a network of so many hosts; undefined where that is not possible. */
export function createNetwork(count: number): Network | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined
  const id = `pn${process.pid.toString(36)}`
  const [peers, clients] = networksOf(process.pid)
  const remove = (): void => {
    for (let index = 0; index < count; index++) ip(`netns del ${id}n${index}`)
    for (const net of ['p', 'c']) ip(`link del ${id}${net}`)
  }
  try {
    for (const net of ['p', 'c']) run(`link add ${id}${net} type bridge`)
    run(`addr add ${clients}.254/24 dev ${id}c`)
    for (const net of ['p', 'c']) run(`link set ${id}${net} up`)
    const hosts = Array.from({ length: count }, (_, index) => createHost(id, index, { peers, clients }))
    return { hosts, [Symbol.dispose]: remove }
  } catch {
    remove()
    return undefined
  }
}

function createHost(
  id: string,
  index: number,
  { peers, clients }: { readonly peers: string; readonly clients: string },
): Host {
  const namespace = `${id}n${index}`
  run(`netns add ${namespace}`)
  run(`-n ${namespace} link set lo up`)
  for (const [net, prefix] of [
    ['p', peers],
    ['c', clients],
  ]) {
    run(`link add ${id}${net}${index} type veth peer name ${net}0 netns ${namespace}`)
    run(`link set ${id}${net}${index} master ${id}${net} up`)
    run(`-n ${namespace} addr add ${prefix}.${index + 1}/24 dev ${net}0`)
    run(`-n ${namespace} link set ${net}0 up`)
  }
  const set = (net: string, state: 'up' | 'down'): void => run(`link set ${id}${net}${index} ${state}`)
  return {
    peer: `${peers}.${index + 1}`,
    client: `${clients}.${index + 1}`,
    command: ['ip', 'netns', 'exec', namespace],
    cut(from) {
      set('p', 'down')
      if (from === 'everything') set('c', 'down')
    },
    heal() {
      for (const net of ['p', 'c']) set(net, 'up')
    },
  }
}

function run(args: string): void {
  const { status, stderr } = ip(args)
  if (status !== 0) throw new Error(`ip ${args}: ${stderr}`)
}

function ip(args: string): { readonly status: number | null; readonly stderr: string } {
  return spawnSync('ip', args.split(' '), { encoding: 'utf8' })
}
