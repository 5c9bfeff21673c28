import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { assertKubeconfig } from './assert-kubeconfig.ts'
import { object, parseConfiguration, readerIn, string } from './remote-fields.ts'
import { readRemoteUser, type RemoteUser } from './remote-user.ts'

/** Returns the user for a host and port; `undefined` where the configuration has none. */
export type RemoteUsers = (host: string, port: number) => RemoteUser | undefined

/** Loads a kubeconfig file whose users are named after hosts. */
export async function loadRemoteUsers(path: string): Promise<RemoteUsers> {
  return parseRemoteUsers(readFileSync(path, 'utf8'), dirname(path))
}

/** Parses the text of such a file. Throws a TypeError for one that is malformed or has unknown or unsupported members. */
// upstream: apiserver/pkg/util/webhook/authentication.go – the exact name, then with the first words replaced by `*`,
// then both without the port where it is 443, then `*`, then the user of the current context.
export async function parseRemoteUsers(text: string, directory: string): Promise<RemoteUsers> {
  const config = await parseConfiguration(text)
  assertKubeconfig(config)
  const file = readerIn(directory)
  const users = new Map<string, RemoteUser>()
  for (const { name, value } of entriesOf(config['users'], 'users', 'user')) {
    users.set(name, readRemoteUser(value, file))
  }
  const current = string(config, 'current-context')
  const context = entriesOf(config['contexts'], 'contexts', 'context').find(({ name }) => name === current)
  const usual = users.get('*') ?? users.get((context && string(context.value, 'user')) ?? '')
  return (host, port) => {
    const target = `${host.includes(':') ? `[${host}]` : host}:${port}`
    return findUser(users, target) ?? (port === 443 ? findUser(users, host) : undefined) ?? usual
  }
}

function findUser(users: ReadonlyMap<string, RemoteUser>, target: string): RemoteUser | undefined {
  const exact = users.get(target)
  if (exact !== undefined) return exact
  for (let dot = target.indexOf('.'); dot >= 0; dot = target.indexOf('.', dot + 1)) {
    const user = users.get(`*${target.slice(dot)}`)
    if (user !== undefined) return user
  }
  return undefined
}

function entriesOf(
  list: unknown,
  called: string,
  member: string,
): readonly { readonly name: string; readonly value: Readonly<Record<string, unknown>> }[] {
  if (list === undefined || list === null) return []
  if (!Array.isArray(list)) throw new TypeError(`${called} must be a list`)
  return list.map((item, index) => {
    const entry = object(item, `${called}[${index}]`)
    const name = string(entry, 'name')
    if (name === undefined) throw new TypeError(`${called}[${index}].name is missing`)
    return { name, value: object(entry[member] ?? {}, `${called}[${index}].${member}`) }
  })
}
