// Prints the stages of the line and the steps of a write; `--write` puts them into docs/architecture.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { orders, printOrder, withOrders } from './orders.mjs'
import { root } from './workspace.mjs'

for (const order of orders) console.log(`${order.name} (${order.file})\n${printOrder(order)}\n`)
if (process.argv.includes('--write')) {
  const page = join(root, 'docs', 'architecture.md')
  writeFileSync(page, withOrders(readFileSync(page, 'utf8')))
}
