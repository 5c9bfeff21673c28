import { createServer } from '../../packages/server/dist/index.js'

export const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

/** A server in this process, which is asked by `fetch`. */
export function open() {
  return createServer({ vocabulary: 'kubernetes', preset: 'testing' })
}

export function definitionOf(plural, kind, openAPIV3Schema, group = 'example.dev') {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, kind },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  }
}

export function request(method, target, body, accept) {
  const headers = { 'content-type': 'application/json', ...(accept === undefined ? {} : { accept }) }
  return new Request(`http://server${target}`, { method, headers, body: body && JSON.stringify(body) })
}

export async function post(server, target, body) {
  await created(await server.fetch(request('POST', target, body)))
}

/** Reads an answer to its end. */
export async function created(reply) {
  const text = await reply.text()
  if (reply.status !== 201) throw new Error(text)
}

export async function get(server, target, accept) {
  const reply = await server.fetch(request('GET', target, undefined, accept))
  const bytes = await reply.arrayBuffer()
  if (reply.status !== 200) throw new Error(`${target}: ${reply.status}`)
  return bytes
}
