import { builtInResources } from '@pinnace/kinds'
import { kubernetesVocabulary, systemClock } from '@pinnace/meta'
import { createRegistry } from '@pinnace/resources'
import { loadDescriptions } from '@pinnace/types'
import { describe, expect, it } from 'vitest'
import { createOpenApi } from '../src/openapi/create-open-api.ts'

interface Json {
  readonly [key: string]: Json
}

const registry = createRegistry(await builtInResources(kubernetesVocabulary), kubernetesVocabulary)
const handle = createOpenApi({
  vocabulary: kubernetesVocabulary,
  clock: systemClock,
  registry: () => registry,
  version: 'v1.36.0',
})

async function ask(path: string, accept = 'application/json'): Promise<Uint8Array> {
  const reply = await handle(
    { method: 'GET', header: (name) => (name === 'accept' ? accept : undefined) },
    { path, query: new URLSearchParams() },
  )
  if (!(reply?.body instanceof Uint8Array)) throw new TypeError(`no document at ${path}`)
  return reply.body
}

const v2 = JSON.parse(String(await ask('/openapi/v2'))) as Json
const apps = JSON.parse(String(await ask('/openapi/v3/apis/apps/v1'))) as Json
const { ofType, ofField } = await loadDescriptions()
const deploymentV2 = v2.definitions!['io.k8s.api.apps.v1.Deployment']!
const deploymentV3 = apps.components!.schemas!['io.k8s.api.apps.v1.Deployment']!

describe('descriptions in documents', () => {
  it('stand at types and fields in version 2, beside references too', () => {
    expect(deploymentV2.description).toBe(ofType('apps.v1.Deployment'))
    expect(deploymentV2.properties!.spec).toEqual({
      description: ofField('apps.v1.Deployment', 'spec'),
      $ref: '#/definitions/io.k8s.api.apps.v1.DeploymentSpec',
    })
    expect(deploymentV2.properties!.kind!.description).toContain('CamelCase')
  })

  it('stand around references in version 3', () => {
    expect(deploymentV3.description).toBe(ofType('apps.v1.Deployment'))
    expect(deploymentV3.properties!.spec).toEqual({
      description: ofField('apps.v1.Deployment', 'spec'),
      default: {},
      allOf: [{ $ref: '#/components/schemas/io.k8s.api.apps.v1.DeploymentSpec' }],
    })
  })

  it('stand at lists, scalars of the machinery and the version of the server', () => {
    const schemas = v2.definitions!
    const list = schemas['io.k8s.api.apps.v1.DeploymentList']!
    expect(list.description).toBe('A list of Deployment.')
    expect(Object.values(list.properties!).every(({ description }) => description !== undefined)).toBe(true)
    expect(schemas['io.k8s.apimachinery.pkg.util.intstr.IntOrString']!.description).toContain('integer')
    expect(schemas['io.k8s.apimachinery.pkg.version.Info']!.properties!.major!.description).toBe('The major version.')
  })

  it('are in the protobuf form of version 2', async () => {
    const bytes = await ask('/openapi/v2', 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf')
    expect(String(bytes)).toContain(String(ofField('apps.v1.Deployment', 'spec')))
  })
})
