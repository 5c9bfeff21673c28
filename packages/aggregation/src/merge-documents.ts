import { isEqualJson } from '@pinnace/meta'

/** A version-2 document, or a part of one. */
export type SwaggerDocument = Readonly<Record<string, unknown>>

type Members = Record<string, unknown>

const definitionPrefix = '#/definitions/'
const parameterPrefix = '#/parameters/'

/** The paths of a document that start with `prefix`, with all definitions they refer to. */
// upstream: openapi library, pkg/aggregator/walker.go and aggregator.go, FilterSpecByPaths
export function filterDocument(document: SwaggerDocument, prefix: string): SwaggerDocument {
  const parameters = membersOf(document['parameters'])
  const kept = Object.entries(membersOf(document['paths'])).filter(([path]) => path.startsWith(prefix))
  const paths = toMembers(kept.map(([path, item]) => [path, withParameters(item, parameters)]))
  const all = membersOf(document['definitions'])
  const reached = new Set<string>()
  const open: unknown[] = [paths]
  while (open.length > 0) {
    for (const name of definitionsIn(open.pop())) {
      if (reached.has(name) || !Object.hasOwn(all, name)) continue
      reached.add(name)
      open.push(all[name])
    }
  }
  return { paths, definitions: toMembers(Object.entries(all).filter(([name]) => reached.has(name))) }
}

/**
 * Merges the paths and definitions of other documents into one. The first of equal paths is kept; a definition that
 * differs from one with the same name gets a name with a number.
 */
// upstream: openapi library, pkg/aggregator/aggregator.go, MergeSpecsIgnorePathConflictRenamingDefinitionsAndParameters
export function mergeDocuments(
  base: SwaggerDocument,
  others: readonly SwaggerDocument[],
  kindsExtension: string,
): SwaggerDocument {
  const paths = copyMembers(base['paths'])
  const definitions = copyMembers(base['definitions'])
  for (const other of others) {
    const incoming = membersOf(other['definitions'])
    const renames = renamesFor(definitions, incoming, kindsExtension)
    for (const [name, definition] of Object.entries(incoming)) {
      const target = renames.get(name) ?? name
      if (Object.hasOwn(definitions, target)) {
        definitions[target] = withKindsOf(membersOf(definitions[target]), membersOf(definition), kindsExtension)
      } else definitions[target] = renamed(definition, renames)
    }
    for (const [path, item] of Object.entries(membersOf(other['paths']))) {
      if (!Object.hasOwn(paths, path)) paths[path] = renamed(item, renames)
    }
  }
  return { ...base, paths, definitions }
}

function renamesFor(there: Members, incoming: Members, kindsExtension: string): ReadonlyMap<string, string> {
  const renames = new Map<string, string>()
  const taken = new Set<string>()
  for (const [name, definition] of Object.entries(incoming)) {
    if (!Object.hasOwn(there, name) || isSame(there[name], definition, kindsExtension)) continue
    for (let number = 2; ; number++) {
      const candidate = `${name}_v${number}`
      if (Object.hasOwn(there, candidate)) {
        if (!isSame(there[candidate], definition, kindsExtension)) continue
      } else if (Object.hasOwn(incoming, candidate) || taken.has(candidate)) continue
      taken.add(candidate)
      renames.set(name, candidate)
      break
    }
  }
  return renames
}

// The kinds of a type differ between servers: DeleteOptions has those of every group.
function isSame(left: unknown, right: unknown, kindsExtension: string): boolean {
  return isEqualJson(without(membersOf(left), kindsExtension), without(membersOf(right), kindsExtension))
}

function withKindsOf(there: Members, incoming: Members, kindsExtension: string): Members {
  const known = listOf(there[kindsExtension])
  const more = listOf(incoming[kindsExtension]).filter((kind) => !known.some((other) => isEqualJson(kind, other)))
  return more.length === 0 ? there : { ...there, [kindsExtension]: [...known, ...more] }
}

function without(members: Members, name: string): Members {
  const { [name]: _dropped, ...rest } = members
  return rest
}

function* definitionsIn(value: unknown): Generator<string> {
  const open: unknown[] = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (Array.isArray(next)) open.push(...(next as readonly unknown[]))
    else if (typeof next === 'object' && next !== null) {
      for (const [key, member] of Object.entries(next)) {
        if (key !== '$ref' || typeof member !== 'string') open.push(member)
        else if (member.startsWith(definitionPrefix)) yield member.slice(definitionPrefix.length)
      }
    }
  }
}

/** A copy with renamed references; parts without references are shared. */
function renamed(value: unknown, renames: ReadonlyMap<string, string>): unknown {
  if (renames.size === 0) return value
  return mapReferences(value, (reference) => {
    const name = reference.startsWith(definitionPrefix) ? reference.slice(definitionPrefix.length) : undefined
    const other = name === undefined ? undefined : renames.get(name)
    return other === undefined ? undefined : { $ref: `${definitionPrefix}${other}` }
  })
}

/** The path item with its parameter references replaced by the parameters. */
function withParameters(value: unknown, parameters: Members): unknown {
  return mapReferences(value, (reference) => {
    const name = reference.startsWith(parameterPrefix) ? reference.slice(parameterPrefix.length) : undefined
    return name !== undefined && Object.hasOwn(parameters, name) ? membersOf(parameters[name]) : undefined
  })
}

function mapReferences(value: unknown, replace: (reference: string) => Members | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => mapReferences(item, replace))
  if (typeof value !== 'object' || value === null) return value
  const reference = (value as Members)['$ref']
  const replaced = typeof reference === 'string' ? replace(reference) : undefined
  if (replaced !== undefined) return replaced
  return toMembers(Object.entries(value).map(([key, member]) => [key, mapReferences(member, replace)]))
}

function toMembers(entries: Iterable<readonly [string, unknown]>): Members {
  const members: Members = Object.create(null)
  for (const [key, value] of entries) members[key] = value
  return members
}

function copyMembers(value: unknown): Members {
  return toMembers(Object.entries(membersOf(value)))
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {}
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
