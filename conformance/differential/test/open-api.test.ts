import { describe, expect, it } from 'vitest'
import { withoutDescriptions } from '../judge/open-api.ts'

function bodyOf(body: unknown): unknown {
  return withoutDescriptions({ status: 200, headers: {}, body }).body
}

describe('an OpenAPI document is compared without', () => {
  it('descriptions, but with properties of that name', () => {
    const properties = { description: { type: 'string', description: 'x' } }
    expect(bodyOf({ openapi: '3.0.0', a: { description: 'x', properties } })).toEqual({
      openapi: '3.0.0',
      a: { properties: { description: { type: 'string' } } },
    })
  })

  it('names of shared parameters, which depend on descriptions', () => {
    const named = (name: string, description: string): unknown =>
      bodyOf({
        swagger: '2.0',
        parameters: { [name]: { name: 'limit', in: 'query', description } },
        paths: { '/a': { parameters: [{ $ref: `#/parameters/${name}` }] } },
      })
    expect(named('limit-a', 'x')).toEqual(named('limit-b', 'y'))
    // Whether a parameter is shared is compared.
    const inline = { swagger: '2.0', parameters: {}, paths: { '/a': { parameters: [{ name: 'limit', in: 'query' }] } } }
    expect(bodyOf(inline)).not.toEqual(named('limit-a', 'x'))
  })

  it('nothing, where it is another document', () => {
    const body = { kind: 'List', description: 'x' }
    expect(bodyOf(body)).toBe(body)
  })
})
