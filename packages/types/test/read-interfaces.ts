import { readFileSync, readdirSync } from 'node:fs'

/** A member of an interface as it is written: `?` or not, and the text of its type. */
export interface WrittenMember {
  readonly isOptional: boolean
  readonly type: string
}

/** An interface with the members that it inherits, by the name of its type (`core.v1.Pod`). */
export type WrittenInterface = ReadonlyMap<string, WrittenMember>

interface Declaration {
  readonly type: string
  readonly parents: readonly string[]
  readonly members: WrittenInterface
}

/** What a module declares, and from which file it imports what, by the names that the module uses. */
interface Module {
  readonly declarations: ReadonlyMap<string, Declaration>
  readonly imports: ReadonlyMap<string, { readonly file: string; readonly name: string }>
}

type Modules = ReadonlyMap<string, Module>

const optionalText: WrittenMember = { isOptional: true, type: 'string' }
const typeMeta: WrittenInterface = new Map([
  ['apiVersion', optionalText],
  ['kind', optionalText],
])

/**
 * Reads the interfaces of the modules in a folder. A declaration is found by the comment before it, which begins
 * with the name of its type; modules are formatted, so a member is one line.
 */
export function readInterfaces(folder: URL): ReadonlyMap<string, WrittenInterface> {
  const modules: Modules = new Map(
    readdirSync(folder).map((file) => [file, readModule(readFileSync(new URL(file, folder), 'utf8'))]),
  )
  const interfaces = new Map<string, WrittenInterface>()
  for (const [file, { declarations }] of modules) {
    for (const declaration of declarations.values())
      interfaces.set(declaration.type, flatten(modules, file, declaration))
  }
  return interfaces
}

function flatten(modules: Modules, file: string, declaration: Declaration): WrittenInterface {
  const inherited = declaration.parents.flatMap((parent) => [...membersOfParent(modules, file, parent)])
  return new Map([...inherited, ...declaration.members])
}

function membersOfParent(modules: Modules, file: string, parent: string): WrittenInterface {
  if (parent === 'TypeMeta') return typeMeta
  if (parent === 'ApiObject') return new Map([...typeMeta, ['metadata', { isOptional: false, type: 'ObjectMeta' }]])
  const item = /^ApiList<(\w+)>$/.exec(parent)?.[1]
  if (item !== undefined) {
    const items = { isOptional: false, type: `readonly ${item}[]` }
    return new Map([...typeMeta, ['metadata', { isOptional: false, type: 'ListMeta' }], ['items', items]])
  }
  const declared = modules.get(file)?.declarations.get(parent)
  if (declared !== undefined) return flatten(modules, file, declared)
  const imported = modules.get(file)?.imports.get(parent)
  if (imported === undefined) throw new Error(`${file} neither declares nor imports ${parent}`)
  return membersOfParent(modules, imported.file, imported.name)
}

function readModule(source: string): Module {
  const imports = readImports(source)
  const withOwnNames = [...imports].reduce(
    (text, [alias, { name }]) => text.replaceAll(`: ${alias}\n`, `: ${name}\n`),
    source,
  )
  return { declarations: readDeclarations(withOwnNames), imports }
}

const declarationText =
  /^\/\*\*(?:\n \*)? ([\w.]+)(?: |\n(?: \*[ \n].*\n?)*? )\*\/\nexport (?:interface (\w+)(?: extends ([^{]+))? \{(\}|\n[^]*?\n\})|type (\w+) = (.+))$/gm

function readDeclarations(source: string): ReadonlyMap<string, Declaration> {
  const found = new Map<string, Declaration>()
  for (const [, type = '', name, parents, body = '', alias, target = ''] of source.matchAll(declarationText)) {
    if (name !== undefined) {
      found.set(name, { type, parents: splitNames(parents, ','), members: readMembers(body) })
    } else if (alias !== undefined) {
      const isEmpty = target === 'Readonly<Record<string, never>>'
      found.set(alias, { type, parents: isEmpty ? [] : splitNames(target, '&'), members: new Map() })
    }
  }
  return found
}

function splitNames(text: string | undefined, separator: string): readonly string[] {
  return text === undefined ? [] : text.split(separator).map((name) => name.trim())
}

function readMembers(body: string): WrittenInterface {
  const members = new Map<string, WrittenMember>()
  for (const [, quoted, name = '', mark, type = ''] of body.matchAll(/^ {2}readonly (')?([\w$-]+)'?(\?)?: (.+)$/gm)) {
    if (quoted === undefined && !/^[\w$]+$/.test(name)) throw new Error(`${name} is no name`)
    members.set(name, { isOptional: mark === '?', type })
  }
  const lines = body.split('\n').filter((line) => line.startsWith('  readonly ') && !line.startsWith('  readonly ['))
  if (lines.length !== members.size) throw new Error(`a member is not on one line in ${body}`)
  return members
}

function readImports(source: string): Module['imports'] {
  const imports = new Map<string, { readonly file: string; readonly name: string }>()
  for (const [, names = '', file = ''] of source.matchAll(/^import type \{([^}]*)\} from '\.\/([^']+)'$/gm)) {
    for (const text of splitNames(names, ',')) {
      const [name = '', alias = name] = text.split(' as ')
      imports.set(alias, { file, name })
    }
  }
  return imports
}
