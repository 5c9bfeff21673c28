// One scenario in this process: told which by its arguments, tells its rows by messages.
import { pathToFileURL } from 'node:url'
import { createKit } from './kit.mjs'

const [file, mode] = process.argv.slice(2)
const { title, run } = await import(pathToFileURL(file).href)
process.send({ title })
const kit = createKit({ quick: mode === 'quick', onRow: (row) => process.send({ row }) })
try {
  await run(kit)
} finally {
  kit.close()
}
// Everything has been told once the channel is closed, which lets the process end.
process.disconnect()
