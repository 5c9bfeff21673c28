import { expect, it } from 'vitest'
import { createServer } from '../../src/index.ts'
import { call } from '../support/call.ts'

it('lets claims ask for devices as an administrator in namespaces with the label only', async () => {
  const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
  const claims = '/apis/resource.k8s.io/v1/namespaces/default/resourceclaims'
  const body = {
    metadata: { name: 'a' },
    spec: { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'c', adminAccess: true } }] } },
  }
  const refused = await call(server, 'POST', claims, { body })
  expect(refused.status).toBe(422)
  expect(refused.json.details.causes).toEqual([
    {
      reason: 'FieldValueForbidden',
      message:
        'Forbidden: admin access to devices requires the `resource.kubernetes.io/admin-access: true` label on the containing namespace',
      field: 'spec.devices.requests[0].adminAccess',
    },
  ])
  await call(server, 'PATCH', '/api/v1/namespaces/default', {
    body: { metadata: { labels: { 'resource.kubernetes.io/admin-access': 'true' } } },
    headers: { 'content-type': 'application/merge-patch+json' },
  })
  expect((await call(server, 'POST', claims, { body })).status).toBe(201)
})
