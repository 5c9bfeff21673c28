import { expect, it } from 'vitest'
import { auditLogOf } from '../src/start-workers.ts'

it.each([
  ['audit.log', 'audit.worker-2.log'],
  ['/var/log.d/audit', '/var/log.d/audit.worker-2'],
  ['./a.b.json', './a.b.worker-2.json'],
])('the audit log %s of a worker has the number of the worker in its name', (path, expected) => {
  expect(auditLogOf(path, 2)).toBe(expected)
})
