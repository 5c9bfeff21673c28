import type { Expr } from './ast.ts'

/** The nodes directly below a node, in the order of the text. */
export function childrenOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'select':
      return [expr.operand]
    case 'call':
      return expr.target === undefined ? expr.args : [expr.target, ...expr.args]
    case 'list':
      return expr.elements
    case 'map':
      return expr.entries.flatMap((entry) => [entry.key, entry.value])
    case 'struct':
      return expr.fields.map((field) => field.value)
    case 'comprehension':
      return [expr.range, expr.init, expr.condition, expr.step, expr.result]
    default:
      return []
  }
}

/** All nodes; those below a node that `enter` refuses are left out. */
export function nodesOf(root: Expr, enter: (node: Expr) => boolean = () => true): readonly Expr[] {
  const nodes: Expr[] = []
  const seen = new Set<number>()
  const visit = (node: Expr): void => {
    if (seen.has(node.id)) return
    seen.add(node.id)
    nodes.push(node)
    if (enter(node)) childrenOf(node).forEach(visit)
  }
  visit(root)
  return nodes
}
