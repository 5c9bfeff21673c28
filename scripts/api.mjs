// The public API of a package as one text: every declaration that its entries export, and those these refer to, from
// the declarations that the compiler emits, without comments. Types of other packages stay imports.
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { manifestOf, root } from './workspace.mjs'

/** The text of `api.d.ts.golden` of a package. */
export function apiOf(folder) {
  const { name, exports } = manifestOf(folder)
  const read = createReader()
  const parts = [`// The public API of ${name}, made by \`npm run api:write\`; do not edit.`]
  for (const [entry, conditions] of Object.entries(exports)) {
    if (typeof conditions === 'string') continue
    const path = join('packages', folder, conditions.types)
    const heading = `// ${join(name, entry)}`
    parts.push(entry.includes('*') ? `${heading}\n${familyOf(path, read)}` : `${heading}\n\n${rollUp(path, read)}`)
  }
  return `${parts.join('\n\n')}\n`
}

/** The members of a family of generated entries: their names only. */
function familyOf(pattern, read) {
  const folder = dirname(pattern)
  const members = readdirSync(join(root, folder)).filter((name) => name.endsWith('.d.ts'))
  return members
    .sort()
    .map(
      (member) =>
        `//   ${member.slice(0, -'.d.ts'.length)}: ${[...read(join(folder, member)).exports.keys()].sort().join(', ')}`,
    )
    .join('\n')
}

/** The declarations of one entry: exported ones by name, then those that are only referred to, by name. */
export function rollUp(path, read) {
  const imports = new Map()
  const exported = new Map()
  const aliases = read(path).wholes.map((specifier) => `export * from '${specifier}'`)
  const reached = new Map()
  for (const name of [...read(path).exports.keys()].sort()) {
    const found = resolveExport(path, name)
    if ('specifier' in found) {
      const names = found.imported === '*' ? `* as ${name}` : `{ ${formatName(found.imported, name)} }`
      aliases.push(`export ${names} from '${found.specifier}'`)
      continue
    }
    if (found.name === name) exported.set(keyOf(found), found)
    else aliases.push(`export { ${formatName(found.name, name)} }`)
    reach(found)
  }
  const internal = [...reached.values()].filter((found) => !exported.has(keyOf(found)))
  return [
    ...formatImports(imports),
    ...aliases.sort(),
    ...[...exported.values()].map((found) => `export ${declarationOf(found).text}`),
    ...internal.map((found) => declarationOf(found).text).sort(),
  ].join('\n\n')

  function reach(found) {
    if (reached.has(keyOf(found))) return
    reached.set(keyOf(found), found)
    for (const reference of declarationOf(found).references) {
      const target = resolveLocal(found.path, reference)
      if (target === undefined) continue
      if ('specifier' in target) imports.set(`${target.specifier} ${reference}`, { ...target, local: reference })
      else reach(target)
    }
  }

  function declarationOf(found) {
    return read(found.path).declarations.get(found.name)
  }

  /** Where a name of a file is declared: `{ path, name }`, or `{ specifier, imported }` in another package. */
  function resolveLocal(file, name) {
    const { declarations, imports: imported } = read(file)
    if (declarations.has(name)) return { path: file, name }
    const from = imported.get(name)
    return from === undefined ? undefined : resolveFrom(file, from)
  }

  function resolveExport(file, name) {
    const from = read(file).exports.get(name)
    if (from === undefined) throw new Error(`${file} does not export ${name}`)
    return from.specifier === undefined ? resolveLocal(file, from.imported) : resolveFrom(file, from)
  }

  function resolveFrom(file, { specifier, imported }) {
    if (!specifier.startsWith('.')) return { specifier, imported }
    return resolveExport(join(dirname(file), specifier.replace(/\.[jt]s$/, '.d.ts')), imported)
  }
}

function keyOf({ path, name }) {
  return `${path} ${name}`
}

function formatName(imported, local) {
  return imported === local ? local : `${imported} as ${local}`
}

function formatImports(imports) {
  const bySpecifier = new Map()
  for (const { specifier, imported, local } of imports.values()) {
    bySpecifier.set(specifier, [...(bySpecifier.get(specifier) ?? []), formatName(imported, local)])
  }
  const lines = [...bySpecifier].map(([specifier, names]) => {
    const [first] = names
    const isNamespace = first.startsWith('* as ')
    return `import ${isNamespace ? first : `{ ${names.sort().join(', ')} }`} from '${specifier}'`
  })
  return lines.length === 0 ? [] : [lines.sort().join('\n')]
}

/** Reads declaration files, each once. */
export function createReader(readText = (path) => readFileSync(join(root, path), 'utf8')) {
  const modules = new Map()
  return (path) => {
    let module = modules.get(path)
    if (module === undefined) modules.set(path, (module = readModule(path, readText(path))))
    return module
  }
}

function readModule(path, text) {
  const { program, comments, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
  const declarations = new Map()
  const imports = new Map()
  const exports = new Map()
  /** Packages whose whole entry is exported again. */
  const wholes = []
  for (const statement of program.body) {
    switch (statement.type) {
      case 'ImportDeclaration':
        for (const { local, imported } of statement.specifiers) {
          imports.set(local.name, { specifier: statement.source.value, imported: imported?.name ?? '*' })
        }
        break
      case 'ExportNamedDeclaration':
        if (statement.declaration !== null) {
          for (const name of declare(statement.declaration)) exports.set(name, { imported: name })
        }
        for (const { local, exported } of statement.specifiers) {
          exports.set(exported.name, { imported: local.name, specifier: statement.source?.value })
        }
        break
      case 'ExportAllDeclaration':
        if (statement.exported === null && statement.source.value.startsWith('.')) {
          throw new Error(`${path}: export * hides what is exported`)
        }
        if (statement.exported === null) wholes.push(statement.source.value)
        else exports.set(statement.exported.name, { imported: '*', specifier: statement.source.value })
        break
      case 'ExportDefaultDeclaration':
        throw new Error(`${path}: ${statement.type} is not supported`)
      default:
        declare(statement)
    }
  }
  return { declarations, imports, exports, wholes }

  /** Adds a declaration, an overload to the others of its name, and returns its names. */
  function declare(node) {
    const names = node.type === 'VariableDeclaration' ? node.declarations.map(({ id }) => id.name) : [node.id.name]
    for (const name of names) {
      const before = declarations.get(name)
      const own = { text: textOf(node), references: referencesOf(node) }
      declarations.set(
        name,
        before === undefined
          ? own
          : { text: `${before.text}\n${own.text}`, references: [...before.references, ...own.references] },
      )
    }
    return names
  }

  /** A declaration without comments and blank lines. */
  function textOf({ start, end }) {
    let result = ''
    let at = start
    for (const comment of comments) {
      if (comment.start < start || comment.end > end) continue
      result += text.slice(at, comment.start)
      at = comment.end
    }
    const lines = (result + text.slice(at, end)).split('\n').filter((line) => line.trim() !== '')
    return lines.join('\n').replace(/^export /, '')
  }
}

/** Every identifier in a declaration but the names of members. */
function referencesOf(declaration) {
  const names = new Set()
  visit(declaration)
  return [...names]

  function visit(node) {
    if (Array.isArray(node)) {
      for (const child of node) visit(child)
      return
    }
    if (node === null || typeof node !== 'object' || typeof node.type !== 'string') return
    if (node.type === 'Identifier') names.add(node.name)
    for (const [key, child] of Object.entries(node)) {
      const isMemberName = key === 'key' && node.computed !== true
      if (!isMemberName && child !== null && typeof child === 'object') visit(child)
    }
  }
}
