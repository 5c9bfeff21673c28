import { defineResource, z } from '@pinnace/resources/define'
import { createTestServer } from '@pinnace/testing'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { on } from '../../src/define/on.ts'

const pods = on({ apiVersion: 'v1', kind: 'Pod' })

describe('on', () => {
  it('makes rules from the kind and the operations', () => {
    const { definition } = on({ apiVersion: 'apps/v1', kind: 'Deployment' })
      .create()
      .update()
      .create()
      .with({ failurePolicy: 'Ignore', namespaceSelector: { matchLabels: { team: 'a' } } })
      .validate(() => {})
      .plugin('Checked')
    expect(definition.rules).toEqual([
      { operations: ['CREATE', 'UPDATE'], apiGroups: ['apps'], apiVersions: ['v1'], resources: ['deployments'] },
    ])
    expect(definition).toMatchObject({
      name: 'Checked',
      failurePolicy: 'Ignore',
      namespaceSelector: { matchLabels: { team: 'a' } },
    })
    const status = pods
      .update()
      .subresource('status')
      .validate(() => {})
      .plugin('Status')
    expect(status.definition.rules[0]?.resources).toEqual(['pods/status'])
  })

  it.each(['rbac.authorization.k8s.io/v1', 'rbac.authorization.platform.io/v1'])('knows roles of %s', (apiVersion) => {
    const { definition } = on({ apiVersion, kind: 'Role' })
      .delete()
      .validateDelete(() => {})
      .plugin('Roles')
    expect(definition.rules[0]).toMatchObject({ apiGroups: [apiVersion.split('/')[0]], resources: ['roles'] })
  })

  it('runs its handlers in a server, with the type of the kind', async () => {
    const plugin = pods
      .create()
      .mutate(({ draft }) => {
        for (const container of draft.spec?.containers ?? []) container.workingDir ??= '/app'
      })
      .validate(({ object, deny }) => {
        if (object.spec?.hostNetwork === true) deny('the network of the host is not for pods')
      })
      .plugin('PodRules')
    await using server = await createTestServer({ admission: [plugin] })
    const client = server.client({ apiVersion: 'v1', kind: 'Pod' }).namespace('default')
    const spec = { containers: [{ name: 'a', image: 'a' }] }
    const created = await client.create({ metadata: { name: 'a' }, spec })
    expect(created.spec?.containers?.[0]?.workingDir).toBe('/app')
    await expect(client.create({ metadata: { name: 'b' }, spec: { ...spec, hostNetwork: true } })).rejects.toThrow(
      'pods "b" is forbidden: the network of the host is not for pods',
    )
  })

  it('refuses deletions, of a kind defined in code', async () => {
    const jobs = defineResource({
      group: 'render.example.dev',
      version: 'v1',
      kind: 'Frame',
      scope: 'Namespaced',
      schema: z.object({ spec: z.object({ scene: z.string(), keep: z.boolean().default(false) }) }),
    })
    const keep = on(jobs)
      .delete()
      .validateDelete(({ oldObject, deny }) => {
        expectTypeOf(oldObject.spec.keep).toEqualTypeOf<boolean>()
        if (oldObject.spec.keep) deny('it is kept')
      })
      .plugin('Keep')
    await using server = await createTestServer({ resources: [jobs], admission: [keep] })
    const client = server.client(jobs).namespace('default')
    await client.create({ metadata: { name: 'a' }, spec: { scene: 's', keep: true } })
    await expect(client.delete('a')).rejects.toThrow('it is kept')
  })

  it('refuses an unknown kind, and a plugin without operations or handlers', () => {
    expect(() => on({ apiVersion: 'example.dev/v1', kind: 'Widget' })).toThrow(
      'example.dev/v1 Widget is not built in: pass its definition, or { group, version, kind, resource, scope }',
    )
    expect(() => pods.validate(() => {}).plugin('None')).toThrow('"None" needs create(), update() or delete()')
    expect(() => pods.create().plugin('None')).toThrow('"None"')
    const widgets = on({ group: 'example.dev', version: 'v1', kind: 'Widget', resource: 'widgets', scope: 'Cluster' })
    expect(
      widgets
        .create()
        .validate(() => {})
        .plugin('W').definition.rules[0]?.resources,
    ).toEqual(['widgets'])
  })

  it('knows the fields of a built-in kind', () => {
    on({ apiVersion: 'v1', kind: 'ConfigMap' })
      .create()
      .mutate(({ draft }) => {
        expectTypeOf(draft.data).toEqualTypeOf<Record<string, string> | undefined>()
      })
    // @ts-expect-error a kind that apps/v1 does not have
    expect(() => on({ apiVersion: 'apps/v1', kind: 'Pod' })).toThrow('not built in')
  })
})
