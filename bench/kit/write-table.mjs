// Puts the rows into docs/performance.md, between its marks: those that have an aim, and those beside kube-apiserver with
// their plot. Run by itself: node bench/kit/write-table.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { plotBesideOriginal } from './plot.mjs'
import { format } from './table.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const page = join(root, 'docs', 'performance.md')
const plot = join(root, 'docs', 'diagrams', 'beside-kube-apiserver.svg')

export function writeTable() {
  const { text, svg } = renderResults(
    JSON.parse(readFileSync(join(root, 'bench', 'results.json'), 'utf8')),
    readFileSync(page, 'utf8'),
  )
  writeFileSync(page, text)
  writeFileSync(plot, svg)
}

/** The page with the tables of some results, and the plot. */
export function renderResults({ machine, rows }, text) {
  const beside = rows.filter(({ scenario }) => scenario === 'original')
  const others = rows.filter(({ scenario, aim }) => scenario !== 'original' && aim !== undefined)
  const tables = { results: resultsTable(machine, others), beside: besideTable(machine, beside) }
  return { text: Object.entries(tables).reduce(replaceBetween, text), svg: plotBesideOriginal(beside) }
}

function resultsTable(machine, rows) {
  const models = [...new Set(rows.map(({ model }) => model))]
  return [
    `node ${machine.node}, ${machine.cpus} cores, ${models.join(' or ')}. The last run was at commit ${machine.commit}; rows of earlier runs are marked.`,
    '',
    '| what | ours | bare | unit | ratio | aim | | commit |',
    '|---|--:|--:|---|--:|--:|---|---|',
    ...rows.map(({ name, ours, bare, ratio, unit, aim, commit }) => {
      const cost = ratio ?? ours
      const verdict = cost <= aim ? 'met' : `missed by ${format(cost / aim)} times`
      return `| ${name} | ${format(ours)} | ${format(bare)} | ${unit} | ${format(ratio)} | ${format(aim)} | ${verdict} | ${commitOf(machine, commit)} |`
    }),
  ]
}

function besideTable(machine, rows) {
  return [
    '| what | Pinnace | kube-apiserver and etcd | unit | ratio | commit |',
    '|---|--:|--:|---|--:|---|',
    ...rows.map(
      ({ name, ours, bare, ratio, unit, commit }) =>
        `| ${name} | ${format(ours)} | ${format(bare)} | ${unit} | ${format(ratio)} | ${commitOf(machine, commit)} |`,
    ),
  ]
}

function commitOf(machine, commit) {
  return commit === machine.commit ? commit : `${commit}, earlier`
}

function replaceBetween(text, [mark, lines]) {
  const begin = `<!-- ${mark}: begin -->`
  const from = text.indexOf(begin) + begin.length
  return `${text.slice(0, from)}\n${lines.join('\n')}\n${text.slice(text.indexOf(`<!-- ${mark}: end -->`))}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeTable()
