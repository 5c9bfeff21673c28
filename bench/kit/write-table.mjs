// Puts the rows that have an aim into docs/performance.md, between its marks. Run by itself: node bench/kit/write-table.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { format } from './table.mjs'

const bench = join(dirname(fileURLToPath(import.meta.url)), '..')
const begin = '<!-- results: begin -->'
const end = '<!-- results: end -->'

export function writeTable() {
  const { machine, rows } = JSON.parse(readFileSync(join(bench, 'results.json'), 'utf8'))
  const models = [...new Set(rows.map(({ model }) => model))]
  const lines = rows
    .filter(({ aim }) => aim !== undefined)
    .map(({ name, ours, bare, ratio, unit, aim, commit }) => {
      const cost = ratio ?? ours
      const verdict = cost <= aim ? 'met' : `missed by ${format(cost / aim)} times`
      return `| ${name} | ${format(ours)} | ${format(bare)} | ${unit} | ${format(ratio)} | ${format(aim)} | ${verdict} | ${commit} |`
    })
  const table = [
    `node ${machine.node}, ${machine.cpus} cores, ${models.join(' or ')}${machine.quick ? ', a quick run' : ''}. A row was measured at the commit it names.`,
    '',
    '| what | ours | bare | unit | ratio | aim | | commit |',
    '|---|--:|--:|---|--:|--:|---|---|',
    ...lines,
  ]
  const page = join(bench, '..', 'docs', 'performance.md')
  const text = readFileSync(page, 'utf8')
  const from = text.indexOf(begin) + begin.length
  writeFileSync(page, `${text.slice(0, from)}\n${table.join('\n')}\n${text.slice(text.indexOf(end))}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeTable()
