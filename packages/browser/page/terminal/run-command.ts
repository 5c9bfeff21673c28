import { createCertificateRequest, type ApiObject } from '../../src/index.ts'
import { findResource, pathOf, type Cluster, type ClusterRequest, type Identity, type Resource } from './cluster.ts'
import { fileOf } from './files.ts'
import { formatRows, formatServerTable } from './format-table.ts'
import { help } from './help.ts'
import { flagOf, parseCommand, type Command } from './parse-command.ts'

/** What a command works with. */
export interface CommandContext {
  readonly cluster: Cluster
  /** The text of the editor. */
  readonly text: string
}

/** Runs a line of the terminal; returns what it prints. Throws an Error with what kubectl would print. */
export async function runCommand({ cluster, text }: CommandContext, line: string): Promise<string> {
  const command = parseCommand(line)
  const [verb = 'help'] = command.words
  const run = commands[verb]
  if (run === undefined) throw new Error(`error: unknown command "${verb}": try help`)
  return run({ cluster, text, command, words: command.words.slice(1), as: identityOf(command) })
}

interface Run extends CommandContext {
  readonly command: Command
  readonly words: readonly string[]
  readonly as: Identity
}

const commands: Readonly<Record<string, (run: Run) => Promise<string> | string>> = {
  help: () => help,
  get,
  apply: (run) => changeFiles(run, apply),
  create: (run) => changeFiles(run, create),
  delete: (run) => (flagOf(run.command, 'filename') === undefined ? deleteNamed(run) : changeFiles(run, remove)),
  patch,
  'api-resources': listResources,
  auth: canI,
  certificate: decide,
  csr: requestCertificate,
}

function identityOf({ flags }: Command): Identity {
  return { user: flags.get('as')?.at(-1), groups: flags.get('as-group') ?? [] }
}

function namespaceOf(command: Command): string {
  return flagOf(command, 'namespace') ?? 'default'
}

async function get({ cluster, command, words: [word = '', name = ''], as }: Run): Promise<string> {
  const raw = flagOf(command, 'raw')
  if (raw !== undefined) return cluster.send({ path: raw, as })
  const resource = findResource(await cluster.resources(), word)
  const all = flagOf(command, 'all-namespaces') === 'true'
  const output = flagOf(command, 'output') ?? ''
  const selector = flagOf(command, 'selector')
  const query = selector === undefined ? '' : `?labelSelector=${encodeURIComponent(selector)}`
  const path = `${pathOf(resource, all ? '' : namespaceOf(command), name)}${query}`
  if (output === 'yaml') return (await cluster.send({ path, accept: 'application/yaml', as })).trimEnd()
  if (output === 'json') return JSON.stringify(JSON.parse(await cluster.send({ path, as })), undefined, 4)
  const accept = 'application/json;as=Table;g=meta.k8s.io;v=v1'
  const table = JSON.parse(await cluster.send({ path, accept, as })) as Parameters<typeof formatServerTable>[0]
  return formatServerTable(table, { isWide: output === 'wide', withNamespace: all && resource.isNamespaced })
}

type ChangeFile = (
  run: Run,
  object: ApiObject,
  place: { readonly resource: Resource; readonly path: string },
) => Promise<string>

async function changeFiles(run: Run, change: ChangeFile): Promise<string> {
  const { cluster, text, command } = run
  const file = flagOf(command, 'filename') ?? run.words.find((word) => word !== '-')
  if (file === undefined) throw new Error('error: must specify -f')
  const lines: string[] = []
  for (const object of await cluster.parse(fileOf(text, file), file)) {
    const [version = '', group = ''] = (object.apiVersion ?? '').split('/').toReversed()
    const resources = await cluster.resources()
    const resource = resources.find((one) => one.kind === object.kind && one.group === group && one.version === version)
    if (resource === undefined) {
      throw new Error(`error: no matches for kind "${object.kind ?? ''}" in version "${object.apiVersion ?? ''}"`)
    }
    const namespace = object.metadata.namespace ?? namespaceOf(command)
    lines.push(await change(run, object, { resource, path: pathOf(resource, namespace) }))
  }
  return lines.join('\n')
}

const apply: ChangeFile = async ({ cluster, command, as }, object, { resource, path }) => {
  const name = object.metadata.name ?? ''
  const query = new URLSearchParams({ fieldManager: flagOf(command, 'field-manager') ?? 'kubectl' })
  if (flagOf(command, 'force-conflicts') === 'true') query.set('force', 'true')
  await cluster.send({
    method: 'PATCH',
    path: `${path}/${encodeURIComponent(name)}?${query.toString()}`,
    contentType: 'application/apply-patch+yaml',
    body: JSON.stringify(object),
    as,
  })
  return `${nameOf(resource, name)} serverside-applied`
}

const create: ChangeFile = async ({ cluster, as }, object, { resource, path }) => {
  const made = await cluster.send({ method: 'POST', path, ...json(object), as })
  return `${nameOf(resource, (JSON.parse(made) as ApiObject).metadata.name ?? '')} created`
}

const remove: ChangeFile = async ({ cluster, as }, { metadata: { name = '' } }, { resource, path }) => {
  await cluster.send({ method: 'DELETE', path: `${path}/${encodeURIComponent(name)}`, as })
  return `${nameOf(resource, name)} deleted`
}

async function deleteNamed({ cluster, command, words: [word = '', name = ''], as }: Run): Promise<string> {
  const resource = findResource(await cluster.resources(), word)
  if (name === '') throw new Error('error: resource(s) were provided, but no name was specified')
  await cluster.send({ method: 'DELETE', path: pathOf(resource, namespaceOf(command), name), as })
  return `${nameOf(resource, name)} deleted`
}

const patchTypes: Readonly<Record<string, string>> = {
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
  strategic: 'application/strategic-merge-patch+json',
}

async function patch({ cluster, command, words: [word = '', name = ''], as }: Run): Promise<string> {
  const resource = findResource(await cluster.resources(), word)
  const type = flagOf(command, 'type') ?? 'strategic'
  const contentType = patchTypes[type]
  const body = flagOf(command, 'patch')
  if (contentType === undefined) throw new Error(`error: --type must be one of [json merge strategic], not "${type}"`)
  if (body === undefined) throw new Error('error: must specify -p')
  const subresource = flagOf(command, 'subresource')
  const path = pathOf(resource, namespaceOf(command), name) + (subresource === undefined ? '' : `/${subresource}`)
  const manager = flagOf(command, 'field-manager') ?? 'kubectl-patch'
  await cluster.send({
    method: 'PATCH',
    path: `${path}?fieldManager=${encodeURIComponent(manager)}`,
    contentType,
    body,
    as,
  })
  return `${nameOf(resource, name)} patched`
}

async function listResources({ cluster }: Run): Promise<string> {
  const rows = (await cluster.resources()).map(({ resource, shortNames, group, version, isNamespaced, kind }) => [
    resource,
    shortNames.join(','),
    group === '' ? version : `${group}/${version}`,
    String(isNamespaced),
    kind,
  ])
  return formatRows([['Name', 'ShortNames', 'APIVersion', 'Namespaced', 'Kind'], ...rows])
}

async function canI({ cluster, command, words: [question = '', verb = '', word = ''], as }: Run): Promise<string> {
  if (question !== 'can-i') throw new Error('error: only "auth can-i VERB RESOURCE" is supported')
  const { group, resource } = findResource(await cluster.resources(), word)
  const spec = { resourceAttributes: { verb, group, resource, namespace: namespaceOf(command) } }
  const apiVersion = 'authorization.k8s.io/v1'
  const path = `/apis/${apiVersion}/selfsubjectaccessreviews`
  const review = { apiVersion, kind: 'SelfSubjectAccessReview', spec }
  const { status } = JSON.parse(await cluster.send({ method: 'POST', path, ...json(review), as })) as {
    readonly status: { readonly allowed: boolean; readonly reason?: string }
  }
  return `${status.allowed ? 'yes' : 'no'}${status.reason ? ` - ${status.reason}` : ''}`
}

const requests = '/apis/certificates.k8s.io/v1/certificatesigningrequests'

async function decide({ cluster, words: [decision = '', name = ''], as }: Run): Promise<string> {
  const type = decision === 'approve' ? 'Approved' : decision === 'deny' ? 'Denied' : undefined
  if (type === undefined) throw new Error('error: only "certificate approve NAME" and "certificate deny NAME" exist')
  const path = `${requests}/${encodeURIComponent(name)}`
  const request = JSON.parse(await cluster.send({ path, as })) as ApiObject & { readonly status?: object }
  const condition = { type, status: 'True', reason: `Kubectl${decision}`, message: 'This was decided on the terminal.' }
  const body = json({ ...request, status: { ...request.status, conditions: [condition] } })
  await cluster.send({ method: 'PUT', path: `${path}/approval`, ...body, as })
  return `certificatesigningrequest.certificates.k8s.io/${name} ${type.toLowerCase()}`
}

/** Not a command of kubectl: makes a key and a request for its certificate, as openssl would. */
async function requestCertificate({ cluster, command, words: [name = ''], as }: Run): Promise<string> {
  if (name === '') throw new Error('error: a name is missing')
  const username = flagOf(command, 'user') ?? name
  const { request } = await createCertificateRequest({ username, groups: command.flags.get('group') ?? [] })
  const object = {
    apiVersion: 'certificates.k8s.io/v1',
    kind: 'CertificateSigningRequest',
    metadata: { name },
    spec: { request: btoa(request), signerName: 'kubernetes.io/kube-apiserver-client', usages: ['client auth'] },
  }
  await cluster.send({ method: 'POST', path: requests, ...json(object), as })
  return `${request}certificatesigningrequest.certificates.k8s.io/${name} created`
}

function json(value: unknown): Pick<ClusterRequest, 'body' | 'contentType'> {
  return { body: JSON.stringify(value), contentType: 'application/json' }
}

function nameOf({ group, singular, resource }: Resource, name: string): string {
  const kind = singular === '' ? resource : singular
  return `${group === '' ? kind : `${kind}.${group}`}/${name}`
}
