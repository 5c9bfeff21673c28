// Records the terminal session of the documents: runs its commands, and writes the text and its picture. kubectl must be on
// the PATH. `npm run session`.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { recordSession, renderSession } from './site/terminal-session.mjs'
import { root } from './workspace.mjs'

const recording = recordSession()
const folder = join(root, 'docs', 'images')
writeFileSync(join(folder, 'terminal-session.json'), `${JSON.stringify(recording, undefined, 2)}\n`)
writeFileSync(join(folder, 'terminal-session.svg'), renderSession(recording))
