import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { applyManifests, parseManifests, type Client, type Manifest } from '@pinnace/client'
import { formatGroupVersion, type ApiObject } from '@pinnace/meta'
import { formatYaml } from '@pinnace/versioning'

/** The objects of a server as YAML, by the path of each: `apps_v1/Deployment/default/web.yaml`. */
export type ClusterManifests = ReadonlyMap<string, string>

/** Every object that the server stores, in a stable order, without what differs from run to run. */
export async function toManifests(client: Client): Promise<ClusterManifests> {
  const resources = (await client.discover()).filter(({ verbs }) => verbs.includes('list') && verbs.includes('create'))
  const preferred = new Map<string, (typeof resources)[number]>()
  for (const resource of resources) {
    const key = `${resource.group}/${resource.resource}`
    if (resource.isPreferred || !preferred.has(key)) preferred.set(key, resource)
  }
  const files: [path: string, text: string][] = []
  for (const resource of preferred.values()) {
    const apiVersion = formatGroupVersion(resource)
    for await (const object of client.resource(resource).listAll()) {
      files.push([pathOf(apiVersion, resource.kind, object), formatYaml(stable(apiVersion, resource.kind, object))])
    }
  }
  return new Map(files.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** Writes one file for each object into a directory, instead of what such a directory held. */
export async function writeManifests(directory: string, manifests: ClusterManifests): Promise<void> {
  await rm(directory, { recursive: true, force: true })
  for (const [path, text] of manifests) {
    const file = join(directory, path)
    await mkdir(join(file, '..'), { recursive: true })
    await writeFile(file, text)
  }
}

/** Applies YAML text, a file, or the files of a directory. Throws an Error that names what cannot be applied. */
export async function loadManifests(client: Client, source: string): Promise<readonly ApiObject[]> {
  const manifests = await readManifests(source)
  const { applied, failures } = await applyManifests(client, manifests, { fieldManager: 'test', force: true })
  if (failures.length === 0) return applied
  const reasons = failures.map(({ manifest: { where, object }, error }) => {
    const { kind, metadata } = object
    return `${where}: ${kind} ${metadata.name ?? ''}: ${error.message}`
  })
  throw new Error(`manifests could not be applied\n${reasons.join('\n')}`)
}

async function readManifests(source: string): Promise<readonly Manifest[]> {
  // A path has one line, and a manifest more than one member.
  if (source.includes('\n')) return parseManifests(source, 'manifests')
  if (!(await stat(source)).isDirectory()) return parseManifests(await readFile(source, 'utf8'), source)
  const names = (await readdir(source, { recursive: true })).filter((name) => /\.(?:ya?ml|json)$/.test(name)).toSorted()
  const files = await Promise.all(
    names.map(async (name) => [name, await readFile(join(source, name), 'utf8')] as const),
  )
  const parsed = await Promise.all(files.map(([name, text]) => parseManifests(text, join(source, name))))
  return parsed.flat()
}

function pathOf(apiVersion: string, kind: string, { metadata: { namespace, name = '' } }: ApiObject): string {
  const parts = [apiVersion.replace('/', '_'), kind, ...(namespace === undefined ? [] : [namespace])]
  return [...parts, `${fileNameOf(name)}.yaml`].join('/')
}

/** Names of roles contain colons; a name that cannot be a file name gets a hash. */
function fileNameOf(name: string): string {
  const plain = name.replaceAll(/[^A-Za-z0-9.-]/g, '_')
  if (plain === name && name.length <= 200) return name
  return `${plain.slice(0, 200)}_${createHash('sha256').update(name).digest('hex').slice(0, 8)}`
}

function stable(apiVersion: string, kind: string, object: ApiObject): object {
  const {
    uid: _uid,
    resourceVersion: _version,
    creationTimestamp: _time,
    managedFields: _fields,
    ...metadata
  } = object.metadata
  return { ...object, apiVersion, kind, metadata }
}
