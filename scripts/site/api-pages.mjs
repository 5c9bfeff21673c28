// The reference of every public symbol, from the declarations and their comments: a page for each package.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { manifestOf, packageFolders, root } from '../workspace.mjs'

/** Every page: the folder of the package, and its Markdown. */
export function apiPages() {
  return packageFolders().map((folder) => ({ folder, text: pageOf(folder) }))
}

function pageOf(folder) {
  const { name, description, exports } = manifestOf(folder)
  const entries = Object.entries(exports).flatMap(([entry, conditions]) =>
    typeof conditions === 'string' || entry.includes('*')
      ? []
      : [entryOf(join(name, entry), join('packages', folder, conditions['@pinnace/source']), entry === '.')],
  )
  return [`# ${name}`, description, ...entries.filter((entry) => entry !== '')].join('\n\n')
}

/** The symbols of an entry that this package declares, by name. */
function entryOf(specifier, path, isMain) {
  const symbols = symbolsOf(path)
  if (symbols.length === 0) return ''
  const sections = symbols
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
    .map(({ name, comment, code }) =>
      [`### ${name}`, comment, `\`\`\`ts\n${code}\n\`\`\``].filter(Boolean).join('\n\n'),
    )
  return [isMain ? '' : `## ${specifier}`, ...sections].filter(Boolean).join('\n\n')
}

function symbolsOf(path, wanted) {
  const text = readFileSync(join(root, path), 'utf8')
  const { program, comments } = parseSync(path, text)
  const declared = new Map()
  /** Where names are imported from. */
  const imported = new Map()
  const found = []
  const add = (statement, declaration, isExported) => {
    const names =
      declaration.type === 'VariableDeclaration'
        ? declaration.declarations.map(({ id }) => id.name)
        : [declaration.id?.name]
    for (const name of names.filter(Boolean)) {
      declared.set(name, declared.get(name) ?? [])
      declared.get(name).push({ name, isExported, ...describe(statement, declaration, text, comments) })
    }
  }
  for (const statement of program.body) {
    if (statement.type === 'ExportNamedDeclaration' && statement.declaration !== null) {
      add(statement, statement.declaration, true)
    } else if (statement.type === 'ExportNamedDeclaration' && statement.source?.value.startsWith('.') === true) {
      const file = join(dirname(path), statement.source.value)
      const names = new Map(statement.specifiers.map(({ local, exported }) => [local.name, exported.name]))
      found.push(...symbolsOf(file, names))
    } else if (statement.type === 'ExportNamedDeclaration' && statement.source === null) {
      for (const { local, exported } of statement.specifiers) {
        for (const part of declared.get(local.name) ?? []) part.isExported = true
        const from = imported.get(local.name)
        if (from?.startsWith('.') !== true) continue
        found.push(...symbolsOf(join(dirname(path), from), new Map([[local.name, exported.name]])))
      }
    } else if (statement.type === 'ImportDeclaration') {
      for (const { local } of statement.specifiers) imported.set(local.name, statement.source.value)
    } else if (statement.id !== undefined && statement.id !== null) add(statement, statement, false)
  }
  for (const [name, parts] of declared) {
    if (wanted === undefined ? !parts.some(({ isExported }) => isExported) : !wanted.has(name)) continue
    const code = parts.map((part) => part.code).join('\n')
    found.push({ name: wanted?.get(name) ?? name, comment: parts[0].comment, code })
  }
  return found
}

/** The comment before a declaration, and its code without bodies. */
function describe(statement, declaration, text, comments) {
  const before = comments.findLast(
    ({ end }) => end <= statement.start && text.slice(end, statement.start).trim() === '',
  )
  const comment = before?.type === 'Block' && before.value.startsWith('*') ? toMarkdown(before.value) : ''
  return { comment, code: codeOf(declaration, text) }
}

function codeOf(declaration, text) {
  const { type, body, start, end } = declaration
  if (type === 'FunctionDeclaration' && body) return text.slice(start, body.start).trim()
  if (type === 'VariableDeclaration') {
    const [{ id }] = declaration.declarations
    return `${declaration.kind} ${text.slice(id.start, id.typeAnnotation?.end ?? id.end)}`
  }
  if (type === 'ClassDeclaration') return classOf(declaration, text)
  return text.slice(start, end)
}

/** A class with its public members, without bodies. */
function classOf({ start, body }, text) {
  const members = body.body
    .filter(({ key, accessibility }) => key?.type !== 'PrivateIdentifier' && accessibility !== 'private')
    .map((member) => {
      const bodyStart = member.value?.body?.start ?? member.value?.start ?? member.end
      return `  ${text.slice(member.start, bodyStart).replace(/\s*=?\s*$/, '')}`
    })
  return `${text.slice(start, body.start)}{\n${members.join('\n')}\n}`
}

function toMarkdown(comment) {
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\*? ?/, ''))
  const [text, ...examples] = lines
    .join('\n')
    .trim()
    .split(/^@example\s*/m)
  const body = text
    .replace(/\{@link (\w+)[^}]*\}/g, '`$1`')
    .replace(/^@(\w+)/gm, '*$1:*')
    .replace(/</g, '&lt;')
    .replace(/\{\{/g, '{ {')
  return [body.trim(), ...examples.map((code) => `\`\`\`ts\n${code.trim()}\n\`\`\``)].join('\n\n')
}
