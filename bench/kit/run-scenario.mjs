// One scenario in this process: told which by its arguments, tells its rows by messages.
import { pathToFileURL } from 'node:url'
import { createKit } from './kit.mjs'

const [file, ...modes] = process.argv.slice(2)
const { title, isLong = false, run } = await import(pathToFileURL(file).href)
process.send({ title })
const kit = createKit({ quick: modes.includes('--quick'), onRow: (row) => process.send({ row }) })
try {
  if (isLong && !modes.includes('--long')) console.log('  takes minutes: not measured without --long')
  else await run(kit)
} finally {
  kit.close()
}
// Everything has been told once the channel is closed, which lets the process end.
process.disconnect()
