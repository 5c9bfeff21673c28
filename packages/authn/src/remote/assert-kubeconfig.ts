import { object, type Fields } from './remote-fields.ts'

type MemberType = 'string' | 'boolean' | 'strings' | 'object' | 'list' | 'any'
type Members = Readonly<Record<string, MemberType>>

// upstream: client-go/tools/clientcmd/api/v1/types.go
const configMembers: Members = {
  apiVersion: 'string',
  kind: 'string',
  preferences: 'object',
  clusters: 'list',
  users: 'list',
  contexts: 'list',
  'current-context': 'string',
  extensions: 'list',
}

const entryMembers: Readonly<Record<'cluster' | 'user' | 'context', Members>> = {
  cluster: {
    server: 'string',
    'tls-server-name': 'string',
    'insecure-skip-tls-verify': 'boolean',
    'certificate-authority': 'string',
    'certificate-authority-data': 'string',
    'proxy-url': 'string',
    'disable-compression': 'boolean',
    extensions: 'list',
  },
  user: {
    'client-certificate': 'string',
    'client-certificate-data': 'string',
    'client-key': 'string',
    'client-key-data': 'string',
    token: 'string',
    tokenFile: 'string',
    as: 'string',
    'as-uid': 'string',
    'as-groups': 'strings',
    'as-user-extra': 'object',
    username: 'string',
    password: 'string',
    'auth-provider': 'any',
    exec: 'any',
    extensions: 'list',
  },
  context: { cluster: 'string', user: 'string', namespace: 'string', extensions: 'list' },
}

/** Throws a TypeError that names the path of an unknown or ill-typed member of a kubeconfig file, used or not. */
export function assertKubeconfig(config: Fields): void {
  assertMembers(config, configMembers, '')
  for (const [member, members] of Object.entries(entryMembers)) {
    const list = (config[`${member}s`] ?? []) as readonly unknown[]
    for (const [index, item] of list.entries()) {
      const path = `${member}s[${index}]`
      const entry = object(item, path)
      assertMembers(entry, { name: 'string', [member]: 'object' }, path)
      assertMembers((entry[member] ?? {}) as Fields, members, `${path}.${member}`)
    }
  }
}

function assertMembers(fields: Fields, members: Members, path: string): void {
  for (const [name, value] of Object.entries(fields)) {
    const at = path === '' ? name : `${path}.${name}`
    const type = Object.hasOwn(members, name) ? members[name] : undefined
    if (type === undefined) throw new TypeError(`${at}: unknown field`)
    // A member that is null is absent.
    if (value !== null && !isOfType(value, type)) throw new TypeError(`${at} must be ${nounOf[type]}`)
  }
}

const nounOf: Readonly<Record<MemberType, string>> = {
  string: 'a string',
  boolean: 'true or false',
  strings: 'a list of strings',
  object: 'an object',
  list: 'a list',
  any: 'a value',
}

function isOfType(value: unknown, type: MemberType): boolean {
  switch (type) {
    case 'any':
      return true
    case 'list':
      return Array.isArray(value)
    case 'strings':
      return Array.isArray(value) && value.every((item) => typeof item === 'string')
    case 'object':
      return typeof value === 'object' && !Array.isArray(value)
    default:
      return typeof value === type
  }
}
