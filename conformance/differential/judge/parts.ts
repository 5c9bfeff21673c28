import type { Step } from '../cases/case.ts'
import type { Normalized } from './normalize.ts'

/** A part of an answer with its name; the name of a whole answer is empty. */
export type Parts = ReadonlyMap<string, Normalized>

/** An answer, or its parts where it is large: each is compared and counted by itself. */
export function splitAnswer(answer: Normalized, parts: Step['parts']): Parts {
  if (parts === undefined || answer.status !== 200) return new Map([['', answer]])
  const { members, rest } = splitters[parts](answer.body)
  const whole = new Map<string, Normalized>([['', { ...answer, body: rest }]])
  for (const [name, body] of members) whole.set(name, { status: answer.status, headers: {}, body })
  return whole
}

type Members = { readonly members: readonly (readonly [string, unknown])[]; readonly rest: unknown }
type Json = Readonly<Record<string, unknown>>

const splitters: Record<NonNullable<Step['parts']>, (body: unknown) => Members> = {
  items: (body) => {
    const { items, ...rest } = body as Json
    return { members: (items as Json[]).map((item) => [nameOf(item), item]), rest }
  },
  resources: (body) => {
    const { resources, ...rest } = body as Json
    return { members: (resources as Json[]).map((item) => [String(item['name']), item]), rest }
  },
  paths: (body) => {
    const { paths, ...rest } = body as Json
    if (Array.isArray(paths)) return { members: paths.map((path) => [String(path), path]), rest }
    return { members: Object.entries(paths as Json), rest }
  },
  definitions: (body) => {
    const { definitions, paths, ...rest } = body as Json
    return { members: [...Object.entries(definitions as Json), ...Object.entries(paths as Json)], rest }
  },
  schemas: (body) => {
    const { components, paths, ...rest } = body as Json
    const { schemas, ...others } = components as { schemas?: Json }
    return { members: [...Object.entries(schemas ?? {}), ...Object.entries(paths as Json)], rest: { ...rest, others } }
  },
  lines: (body) => ({
    members: String(body)
      .split('\n')
      .map((line) => [line, line]),
    rest: undefined,
  }),
  metrics: (body) => ({ members: metricsOf(String(body)), rest: undefined }),
}

function nameOf(item: Json): string {
  const { name, namespace } = (item['metadata'] ?? {}) as { name?: string; namespace?: string }
  return namespace === undefined ? String(name) : `${namespace}/${name}`
}

/** Name, help and type of each metric of the server itself, and the names of its labels. */
function metricsOf(text: string): [string, unknown][] {
  const metrics = new Map<string, { help?: string; type?: string; labels?: string }>()
  for (const line of text.split('\n')) {
    const [, word, name, rest] = /^# (HELP|TYPE) (\S+) ?(.*)/.exec(line) ?? []
    if (name !== undefined && word !== undefined)
      metrics.set(name, { ...metrics.get(name), [word.toLowerCase()]: rest })
  }
  return [...metrics].filter(([name]) => !/^(go|process|nodejs)_/.test(name))
}
