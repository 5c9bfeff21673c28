import { eventually } from '@pinnace/testing'
import { createServer, type Server, type ServerOptions } from '../../src/index.ts'
import { call, type Answer } from '../support/call.ts'

// Tests shape definitions freely.
// oxlint-disable-next-line no-explicit-any
export type Loose = any

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

/** A server that lets everybody do everything. */
export function openServer(options: ServerOptions = {}): Promise<Server> {
  return createServer({ preset: 'testing', vocabulary: 'kubernetes', ...options })
}

/** A schema with a spec of those fields. */
export function specSchema(properties: object = {}, more: object = {}): object {
  return { type: 'object', properties: { spec: { type: 'object', properties, ...more } } }
}

/** A version of a definition. */
export function version(name: string, schema: object = specSchema(), more: object = {}): Loose {
  return { name, served: true, storage: false, schema: { openAPIV3Schema: schema }, ...more }
}

/** A definition of widgets, its first version stored. */
export function widgets(versions: readonly Loose[] = [version('v1')], more: object = {}): Loose {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.dev' },
    spec: {
      group: 'example.dev',
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget', shortNames: ['wd'] },
      versions: versions.some(({ storage }) => storage)
        ? versions
        : versions.map((item, index) => ({ ...item, storage: index === 0 })),
      ...more,
    },
  }
}

/** Creates a definition; its answer must be 201. Returns it as it stands then. */
export async function define(server: Server, definition: Loose): Promise<Loose> {
  const answer = await call(server, 'POST', definitions, { body: definition })
  if (answer.status !== 201) throw new Error(answer.text)
  return (await call(server, 'GET', `${definitions}/${definition.metadata.name}`)).json
}

/** Changes a definition as it stands. */
export async function redefine(
  server: Server,
  change: (definition: Loose) => void,
  name = 'widgets.example.dev',
): Promise<Answer> {
  const { json } = await call(server, 'GET', `${definitions}/${name}`)
  change(json)
  return call(server, 'PUT', `${definitions}/${name}`, { body: json })
}

/** Where a definition is. */
export function definitionPath(name = 'widgets.example.dev'): string {
  return `${definitions}/${name}`
}

/** Where widgets are. */
export function widgetPath(name = '', of = 'v1'): string {
  return `/apis/example.dev/${of}/namespaces/default/widgets${name === '' ? '' : `/${name}`}`
}

/** A widget. */
export function widget(name: string, spec: object = {}, of = 'v1'): Loose {
  return { apiVersion: `example.dev/${of}`, kind: 'Widget', metadata: { name }, spec }
}

/** Calls until an answer is as wanted; fails with the last answer. */
export function until(server: Server, path: string, wanted: (answer: Answer) => boolean): Promise<Answer> {
  return eventually(() => call(server, 'GET', path), wanted, { intervalMs: 1 })
}

/** The conditions of a definition, by type, as `status reason`. */
export function conditionsOf(definition: Loose): Record<string, string> {
  const conditions: { type: string; status: string; reason: string }[] = definition.status.conditions
  return Object.fromEntries(conditions.map(({ type, status, reason }) => [type, `${status} ${reason}`]))
}
