import { createTypeLoader, type TypeTable } from '@pinnace/schema'
import { autoscalingV1Types } from './groups/autoscaling-v1.ts'
import { metaV1Types } from './groups/meta-v1.ts'
import { modulesOfCoreTypes, tableModules } from './table-modules.ts'

// Loaded tables are shared by all servers of a process and never dropped, as modules are.
const loaded = new Map<string, TypeTable>([
  ['autoscaling-v1', autoscalingV1Types],
  ['meta-v1', metaV1Types],
])
const tables: TypeTable[] = [...loaded.values()]

/**
 * The schema of a built-in type, `core.v1.Pod`; built when first asked for, then shared. Types of meta/v1 and
 * autoscaling/v1 are always there, others once {@link loadTypeTables} has loaded their table; a TypeError before.
 */
export const loadType: ReturnType<typeof createTypeLoader> = createTypeLoader(tables)

/**
 * Loads the tables of types and of all they refer to, so that {@link loadType} finds them. Without `types`, every table.
 * Returns the loaded tables.
 */
export async function loadTypeTables(types?: Iterable<string>): Promise<readonly TypeTable[]> {
  const names = types === undefined ? Object.keys(tableModules) : [...types].map(moduleOf)
  const wanted = new Set<string>()
  for (const name of names) addWithNeeds(name, wanted)
  return Promise.all([...wanted].map(loadTable))
}

/** The tables that have been loaded, by the name of their module: `core-v1-pods`. */
export function loadedTypeTables(): readonly string[] {
  return [...loaded.keys()].sort()
}

function moduleOf(type: string): string {
  return modulesOfCoreTypes[type] ?? type.split('.').slice(0, -1).join('-')
}

function addWithNeeds(name: string, wanted: Set<string>): void {
  if (wanted.has(name)) return
  wanted.add(name)
  for (const other of tableModules[name]?.needs ?? []) addWithNeeds(other, wanted)
}

async function loadTable(name: string): Promise<TypeTable> {
  const known = loaded.get(name)
  if (known !== undefined) return known
  const module = tableModules[name]
  if (module === undefined) throw new TypeError(`no type table is called ${JSON.stringify(name)}`)
  const table = await module.load()
  // Two callers may have waited for the same table.
  if (!loaded.has(name)) tables.push(table)
  loaded.set(name, table)
  return table
}
