// Prints the stages of the line and the steps of a write; `--write` puts them into docs/architecture.md.
import { orders, printOrder } from './orders.mjs'
import { writePart } from './pages.mjs'

for (const order of orders) {
  console.log(`${order.name} (${order.file})\n${printOrder(order)}\n`)
  if (process.argv.includes('--write')) writePart('docs/architecture.md', `order: ${order.name}`, printOrder(order))
}
