import type { TracedRequestDetails } from '../../src/inspection.ts'

/** A command or program that sends a request again. */
export interface Replay {
  readonly title: 'curl' | 'kubectl' | 'client-node'
  readonly text: string
}

/** The same request with curl, kubectl and the JavaScript client. */
export function replaysOf(request: TracedRequestDetails, origin: string): readonly Replay[] {
  return [
    { title: 'curl', text: toCurl(request, origin) },
    { title: 'kubectl', text: toKubectl(request) },
    { title: 'client-node', text: toClientNode(request) },
  ]
}

function toCurl(request: TracedRequestDetails, origin: string): string {
  const { method, target, body, bodyHidden } = request
  const parts = [`curl -k -X ${method} -H "Authorization: Bearer $TOKEN"`]
  if (body !== undefined)
    parts.push(`-H ${quote(`Content-Type: ${contentTypeOf(request, body)}`)}`, `--data-binary ${quote(body)}`)
  else if (bodyHidden !== undefined) parts.push('--data-binary @body.json')
  return [...parts, quote(origin + target)].join(' \\\n  ')
}

function toKubectl(request: TracedRequestDetails): string {
  const { verb, resource, group, namespace, name, subresource, method, target, body } = request
  const what = group === '' ? resource : `${resource}.${group}`
  const place = namespace === '' ? '' : ` -n ${quote(namespace)}`
  const below = subresource === '' ? '' : ` --subresource=${subresource}`
  if (resource !== '' && name !== '' && verb === 'get')
    return `kubectl get ${what} ${quote(name)}${place}${below} -o yaml`
  if (resource !== '' && verb === 'list')
    return `kubectl get ${what}${namespace === '' ? ' -A' : place}${selectors(target)}`
  if (resource !== '' && verb === 'watch')
    return `kubectl get ${what}${namespace === '' ? ' -A' : place}${selectors(target)} --watch`
  if (resource !== '' && verb === 'delete') return `kubectl delete ${what} ${quote(name)}${place}`
  if (resource !== '' && verb === 'patch' && body !== undefined) {
    const type = patchTypes[mediaTypeOf(contentTypeOf(request, body))]
    if (type !== undefined)
      return `kubectl patch ${what} ${quote(name)}${place}${below} --type=${type} -p ${quote(body)}`
    if (subresource === '')
      return `echo ${quote(body)} | kubectl apply --server-side${applyOptions(target)}${place} -f -`
  }
  const input = body === undefined ? '' : `${quote(body)} | `
  const raw = { GET: 'get --raw', POST: 'create --raw', PUT: 'replace --raw', DELETE: 'delete --raw' }[method]
  if (raw === undefined) return `# kubectl has no command for ${method} ${target}`
  const file = method === 'POST' || method === 'PUT' ? ' -f -' : ''
  return `${input === '' ? '' : `echo ${input}`}kubectl ${raw} ${quote(target)}${file}`
}

function selectors(target: string): string {
  const query = new URLSearchParams(target.split('?')[1] ?? '')
  const labels = query.get('labelSelector')
  const fields = query.get('fieldSelector')
  return `${labels === null ? '' : ` -l ${quote(labels)}`}${fields === null ? '' : ` --field-selector ${quote(fields)}`}`
}

const patchTypes: Readonly<Record<string, string>> = {
  'application/merge-patch+json': 'merge',
  'application/json-patch+json': 'json',
  'application/strategic-merge-patch+json': 'strategic',
}

function applyOptions(target: string): string {
  const query = new URLSearchParams(target.split('?')[1] ?? '')
  const manager = query.get('fieldManager') ?? ''
  return `${manager === '' ? '' : ` --field-manager=${quote(manager)}`}${query.get('force') === 'true' ? ' --force-conflicts' : ''}`
}

function toClientNode(request: TracedRequestDetails): string {
  const { method, target, body } = request
  const options =
    body === undefined
      ? `{ method: '${method}' }`
      : `{\n  method: '${method}',\n  headers: { 'content-type': ${JSON.stringify(contentTypeOf(request, body))} },\n  body: ${JSON.stringify(body)},\n}`
  return [
    "import { KubeConfig } from '@kubernetes/client-node'",
    "import { request } from 'node:https'",
    '',
    'const config = new KubeConfig()',
    'config.loadFromDefault()',
    `const options = ${options}`,
    `const url = new URL(${JSON.stringify(target)}, config.getCurrentCluster().server)`,
    'const { body, ...init } = options',
    'await config.applyToHTTPSOptions(init)',
    "const sent = request(url, init, (reply) => reply.setEncoding('utf8').on('data', (text) => process.stdout.write(text)))",
    'sent.end(body)',
  ].join('\n')
}

/** What the client sent; without that, what the body looks like. */
function contentTypeOf({ contentType, verb }: TracedRequestDetails, body: string): string {
  if (contentType !== undefined) return contentType
  const isJson = /^\s*[[{]/.test(body)
  if (verb !== 'patch') return isJson ? 'application/json' : 'application/yaml'
  if (!isJson) return 'application/apply-patch+yaml'
  return body.trimStart().startsWith('[') ? 'application/json-patch+json' : 'application/merge-patch+json'
}

function mediaTypeOf(contentType: string): string {
  return contentType.split(';')[0]?.trim().toLowerCase() ?? ''
}

/** A word for a shell. */
function quote(text: string): string {
  return /^[\w./:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
