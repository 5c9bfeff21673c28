import { expect, it } from 'vitest'
import { createTestServer } from '@pinnace/testing'
import { Widget } from '../src/widget.ts'

it('serves the kind: defaults, refusals, status and watches', async () => {
  await using server = await createTestServer({ resources: [Widget] })
  const widgets = server.client(Widget).namespace('default')

  const made = await widgets.create({ metadata: { name: 'gear' }, spec: { size: 1, color: 'red' } })
  expect(made).toMatchObject({ apiVersion: 'example.dev/v1', kind: 'Widget', metadata: { generation: 1 } })

  const green = [{ op: 'replace', path: '/spec/color', value: 'green' }] as const
  await expect(widgets.patch('gear', green, { type: 'json' })).rejects.toMatchObject({ reason: 'Invalid' })

  const watch = widgets.watch({ resourceVersion: made.metadata.resourceVersion })
  await widgets.updateStatus({ ...made, status: { ready: true } })
  const { value: event } = await watch.next()
  expect(event).toMatchObject({ type: 'MODIFIED', object: { status: { ready: true }, metadata: { generation: 1 } } })
  await watch.return?.()
})
