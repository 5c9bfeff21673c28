// The diagrams of the pages, as texts in the language of Graphviz. Orders and layers are read from the code.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rows } from '../layers.mjs'
import { orders, stepsOf } from '../orders.mjs'
import { root } from '../workspace.mjs'

const style = [
  'bgcolor=transparent; pad=0.2; nodesep=0.3; ranksep=0.35',
  'node [shape=box, style=rounded, fontname="sans-serif", fontsize=12, margin="0.18,0.08", height=0.3]',
  'edge [fontname="sans-serif", fontsize=10, arrowsize=0.7]',
].join('\n')

/** Every diagram by the name of its file: `docs/diagrams/NAME.svg`. */
export function diagramTexts() {
  return {
    architecture: architecture(),
    'request-pipeline': sequence('pipeline'),
    'write-path': sequence('write'),
    watch,
  }
}

/** The rows of packages: each may import those below it. */
function architecture() {
  const heights = [...new Set(Object.values(rows))].sort((one, other) => other - one)
  const ranks = heights.map((height) => {
    const names = Object.keys(rows)
      .filter((name) => rows[name] === height)
      .sort()
    return `row${height} [label=${JSON.stringify(wrap(names).join('\n'))}]`
  })
  const edges = heights.slice(1).map((height, index) => `row${heights[index]} -> row${height}`)
  return graph('TB', [...ranks, ...edges])
}

/** The steps of an order of the code, downwards. */
function sequence(name) {
  const order = orders.find((candidate) => candidate.name === name)
  const steps = stepsOf(readFileSync(join(root, order.file), 'utf8'))
  const nodes = steps.map((step, index) => `step${index} [label=${JSON.stringify(step)}]`)
  const edges = steps.slice(1).map((_step, index) => `step${index} -> step${index + 1}`)
  const retry = name === 'write' ? [`step${steps.length - 1} -> step0 [label="conflict: retry", constraint=false]`] : []
  return graph('TB', [...nodes, ...edges, ...retry])
}

const watch = graph('LR', [
  'write [label="a write"]',
  'log [label="the log of the store"]',
  'cache [label="watch cache:\\nlatest objects, history"]',
  'http [label="watch over HTTP"]',
  'client [label="watch in process"]',
  'informer [label="informer"]',
  'write -> log [label="commit"]',
  'log -> cache [label="revision, in order"]',
  'cache -> http [label="bytes, bounded queue"]',
  'cache -> client [label="frozen objects"]',
  'client -> informer',
  'http -> informer [label="resumes from a version"]',
])

function graph(direction, statements) {
  return `digraph {\nrankdir=${direction}\n${style}\n${statements.join('\n')}\n}\n`
}

/** Lines of at most six names. */
function wrap(names) {
  return Array.from({ length: Math.ceil(names.length / 6) }, (_line, index) =>
    names.slice(index * 6, index * 6 + 6).join(', '),
  )
}
