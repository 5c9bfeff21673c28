// A child process that is asked questions, and the child's side of it.
import { fork } from 'node:child_process'

/** Starts one; `ask(name, value)` waits for its answer. */
export function createChild(file, { execArgv = [] } = {}) {
  const child = fork(file, [], { execArgv })
  const waiting = new Map()
  let last = 0
  child.on('message', ({ id, value, error }) => {
    const { resolve, reject } = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) resolve(value)
    else reject(new Error(error))
  })
  child.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`${file} ended with ${code}`))
  })
  return {
    pid: child.pid,
    ask(name, value) {
      const id = ++last
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        child.send({ id, name, value })
      })
    },
    close: () => void child.kill(),
  }
}

/** Answers questions in a child; the process ends with its parent. */
export function answer(handlers) {
  process.on('message', async ({ id, name, value }) => {
    try {
      process.send({ id, value: await handlers[name](value) })
    } catch (error) {
      process.send({ id, error: error.stack })
    }
  })
  process.on('disconnect', () => process.exit())
}
