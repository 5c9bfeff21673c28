// jest runs tests as CommonJS in a context of its own, whose `require` and modules cannot load ES modules. Those of Node
// can: `nextTick` is a function of Node there, and its constructor makes functions that see the globals of Node.
const nodeProcess = process.nextTick.constructor('return process')()
const { createRequire } = nodeProcess.getBuiltinModule('node:module')

module.exports = createRequire(__filename)('./dist/index.js')
