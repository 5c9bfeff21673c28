import type { Expr } from '../ast.ts'

/** The names that a name may mean within a container, most specific first. */
export function candidateNames(
  container: string,
  aliases: ReadonlyMap<string, string>,
  name: string,
): readonly string[] {
  const absolute = name.startsWith('.')
  const bare = absolute ? name.slice(1) : name
  const dot = bare.indexOf('.')
  const alias = aliases.get(dot === -1 ? bare : bare.slice(0, dot))
  if (alias !== undefined) return [dot === -1 ? alias : alias + bare.slice(dot)]
  if (absolute || container === '') return [bare]
  const names: string[] = []
  for (let scope = container; scope !== ''; scope = scope.slice(0, Math.max(0, scope.lastIndexOf('.')))) {
    names.push(`${scope}.${bare}`)
  }
  return [...names, bare]
}

/** `a.b.c` as a name; undefined for any other expression. */
export function qualifiedName(expr: Expr): string | undefined {
  const fields: string[] = []
  let node = expr
  while (node.kind === 'select' && !node.testOnly) {
    fields.push(node.field)
    node = node.operand
  }
  return node.kind === 'ident' ? [node.name, ...fields.toReversed()].join('.') : undefined
}

/** The name that a chain of selections begins with: `a` of `a.b.c`; undefined where it begins with another expression. */
export function leadingName(expr: Expr): string | undefined {
  let node = expr
  while (node.kind === 'select' && !node.testOnly) node = node.operand
  return node.kind === 'ident' ? node.name : undefined
}
