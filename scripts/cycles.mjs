// Import cycles between the files of a package; `import type` counts.
import { dirname, join } from 'node:path'
import { parseSync } from 'oxc-parser'

/** The specifiers a source file imports or exports from, types and dynamic imports included, each once. */
export function importsOf(file, text) {
  const { module, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value)),
    ...[...text.matchAll(/\bimport\('([^']+)'\)/g)].map((match) => match[1]),
  ]
  return [...new Set(specifiers.filter((specifier) => specifier !== undefined))]
}

/** The file a relative specifier of `file` names. */
export function resolveImport(file, specifier) {
  return join(dirname(file), specifier)
}

/**
 * The groups of nodes that reach each other, largest first, each sorted; `graph` maps a node to those it points to.
 * This is Tarjan's algorithm, which finds the strongly connected components.
 */
export function cyclesOf(graph) {
  const states = new Map()
  const stack = []
  const groups = []
  for (const node of graph.keys()) if (!states.has(node)) connect(node)
  return groups.sort((left, right) => right.length - left.length || (left[0] < right[0] ? -1 : 1))

  function connect(node) {
    const state = { index: states.size, low: states.size, onStack: true }
    states.set(node, state)
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!states.has(next)) state.low = Math.min(state.low, connect(next).low)
      else if (states.get(next).onStack) state.low = Math.min(state.low, states.get(next).index)
    }
    if (state.low === state.index) closeGroup(node)
    return state
  }

  function closeGroup(first) {
    const group = stack.splice(stack.indexOf(first))
    for (const node of group) states.get(node).onStack = false
    if (group.length > 1 || graph.get(first)?.includes(first)) groups.push(group.sort())
  }
}

/** The shortest way from a node back to itself, both ends named; undefined when there is none. */
export function shortestCycle(graph, start) {
  const cameFrom = new Map()
  const queue = [start]
  for (const node of queue) {
    for (const next of graph.get(node) ?? []) {
      if (next === start) return pathTo(node)
      if (cameFrom.has(next)) continue
      cameFrom.set(next, node)
      queue.push(next)
    }
  }
  return undefined

  function pathTo(node) {
    const path = [start]
    for (let at = node; at !== start; at = cameFrom.get(at)) path.unshift(at)
    return [start, ...path]
  }
}
