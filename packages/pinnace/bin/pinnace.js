#!/usr/bin/env node
import module from 'node:module'

// Node 22.1 and later keep the compiled code, so that the next start compiles less.
module.enableCompileCache?.()
const { main } = await import('../dist/command.js')
process.exitCode = await main(process.argv.slice(2))
