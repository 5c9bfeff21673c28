// The shape of source files: the length of functions, their positional parameters, non-null assertions.
import { parseSync } from 'oxc-parser'

/** What is allowed. `nonNull` is the number of non-null assertions per 1,000 lines. */
export const limits = { lines: 80, parameters: 4, nonNull: 3 }

/**
 * What one file contains: `functions` are those over a limit, as `{ name, line, lines, parameters }`; `lines` is the
 * length of the file; `nonNull` holds the line of each non-null assertion.
 */
export function shapeOf(file, text) {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
  const lineAt = lineFinder(text)
  const functions = []
  const nonNull = []
  visit(program, [])
  return { functions, nonNull, lines: lineAt(text.length - 1) }

  function visit(node, path) {
    if (Array.isArray(node)) {
      for (const child of node) visit(child, path)
      return
    }
    if (node === null || typeof node !== 'object' || typeof node.type !== 'string') return
    if (node.type === 'TSNonNullExpression' || node.definite === true) nonNull.push(lineAt(node.start))
    const name = nameOf(node)
    const below = name === undefined ? path : [...path, name]
    if (isFunction(node)) measure(node, below)
    for (const [key, child] of Object.entries(node)) {
      if (key !== 'type' && child !== null && typeof child === 'object') visit(child, below)
    }
  }

  function measure(node, path) {
    const line = lineAt(node.start)
    const lines = lineAt(node.end - 1) - line + 1
    const parameters = node.params.filter((parameter) => parameter.name !== 'this').length
    if (lines <= limits.lines && parameters <= limits.parameters) return
    functions.push({ name: path.join('.') || '(anonymous)', line, lines, parameters })
  }
}

/**
 * The offenders of the shapes of files: `folder` is the package (`packages` for all of them), `key` names the offender
 * without a line number, `message` is for people.
 */
export function offendersOf(shapes) {
  const offenders = []
  for (const { file, functions } of shapes) {
    const [folder, path] = splitPath(file)
    for (const { name, line, lines, parameters } of functions) {
      if (lines > limits.lines) report(folder, `lines ${path} ${name}`, `${file}:${line}: ${name} has ${lines} lines`)
      if (parameters <= limits.parameters) continue
      const message = `${file}:${line}: ${name} has ${parameters} positional parameters`
      report(folder, `parameters ${path} ${name}`, message)
    }
  }
  for (const [folder, density] of densitiesOf(shapes)) {
    if (density <= limits.nonNull) continue
    report(folder, 'nonNull', `${folder}: ${density.toFixed(1)} non-null assertions per 1,000 lines`)
  }
  return offenders

  function report(folder, key, message) {
    offenders.push({ folder, key, message })
  }
}

/** Non-null assertions per 1,000 lines of each package, and of `packages` as a whole. */
export function densitiesOf(shapes) {
  const totals = new Map()
  for (const { file, lines, nonNull } of shapes) {
    for (const folder of [splitPath(file)[0], 'packages']) {
      const total = totals.get(folder) ?? { lines: 0, nonNull: 0 }
      totals.set(folder, { lines: total.lines + lines, nonNull: total.nonNull + nonNull.length })
    }
  }
  return new Map([...totals].map(([folder, { lines, nonNull }]) => [folder, (nonNull * 1000) / lines]))
}

/** `packages/apply/src/remove.ts` as its package's folder and the path below it. */
function splitPath(file) {
  const parts = file.split('/')
  return [parts.slice(0, 2).join('/'), parts.slice(2).join('/')]
}

function isFunction(node) {
  return (
    (node.type === 'FunctionDeclaration' ||
      node.type === 'FunctionExpression' ||
      node.type === 'ArrowFunctionExpression') &&
    node.body !== null
  )
}

/** The name a declaration, property or method gives to what is in it. */
function nameOf(node) {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return node.id?.name
    case 'VariableDeclarator':
      return node.id.name
    case 'MethodDefinition':
    case 'PropertyDefinition':
    case 'Property':
      return node.key.name ?? (node.key.value === undefined ? undefined : String(node.key.value))
    default:
      return undefined
  }
}

/** Finds the line, from 1, of an offset. */
function lineFinder(text) {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (starts[middle] <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}
