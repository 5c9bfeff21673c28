import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHostile, type HostileServer } from './hostile-server.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const revisions = '/apis/apps/v1/namespaces/default/controllerrevisions'
const prototypeBefore = JSON.stringify(Object.getOwnPropertyNames(Object.prototype))
let hostile: HostileServer

beforeAll(async () => {
  hostile = await startHostile()
})
afterAll(() => hostile.close())

function expectPrototypeUntouched(): void {
  expect(JSON.stringify(Object.getOwnPropertyNames(Object.prototype))).toBe(prototypeBefore)
  expect(Object.keys(Object.prototype)).toEqual([])
  for (const key in {}) throw new Error(`every object has ${key} now`)
}

describe('numbers', () => {
  it.each(['9007199254740993', '9223372036854775807', '-9223372036854775808'])(
    '%s comes back exactly',
    async (number) => {
      const name = `n${number.replace('-', 'm')}`
      const body = `{"metadata":{"name":"${name}"},"revision":${number},"data":{"n":${number},"list":[${number}]}}`
      if (number.startsWith('-')) {
        // A revision is not negative; the data is anything.
        expect((await hostile.send('POST', revisions, { body })).status).toBe(422)
        return
      }
      expect((await hostile.send('POST', revisions, { body })).status).toBe(201)
      for (const target of [`${revisions}/${name}`, revisions]) {
        const read = await hostile.send('GET', target)
        expect(read.body).toContain(`"revision":${number}`)
        expect(read.body).toContain(`"n":${number}`)
        expect(read.body).toContain(`"list":[${number}]`)
      }
    },
  )

  const big = '9007199254740993'
  const patches: readonly (readonly [type: string, body: string])[] = [
    ['application/merge-patch+json', `{"revision":${big}}`],
    ['application/strategic-merge-patch+json', `{"revision":${big}}`],
    ['application/json-patch+json', `[{"op":"replace","path":"/revision","value":${big}}]`],
    [
      'application/apply-patch+yaml',
      `apiVersion: apps/v1\nkind: ControllerRevision\nmetadata: {name: NAME}\nrevision: ${big}\n`,
    ],
  ]
  it.each(patches)('come exactly through %s', async (type, body) => {
    const name = type.replaceAll(/[^a-z]/g, '')
    await hostile.send('POST', revisions, { body: `{"metadata":{"name":"${name}"},"revision":1,"data":{"n":${big}}}` })
    const query = type.includes('apply') ? '?fieldManager=m&force=true' : ''
    const { status } = await hostile.send('PATCH', `${revisions}/${name}${query}`, {
      type,
      body: body.replace('NAME', name),
    })
    expect(status).toBe(200)
    const read = await hostile.send('GET', `${revisions}/${name}`)
    expect(read.body).toContain(`"revision":${big}`)
    expect(read.body).toContain(`"n":${big}`)
  })

  it('stay exact in a patch that does not touch them', async () => {
    await hostile.send('POST', revisions, {
      body: `{"metadata":{"name":"kept"},"revision":${big},"data":{"n":${big}}}`,
    })
    for (const [type, body] of [
      ['application/merge-patch+json', '{"metadata":{"labels":{"a":"1"}}}'],
      ['application/strategic-merge-patch+json', '{"metadata":{"labels":{"a":"2"}}}'],
      ['application/json-patch+json', '[{"op":"add","path":"/metadata/labels","value":{"a":"3"}}]'],
    ] as const) {
      const { body: text } = await hostile.send('PATCH', `${revisions}/kept`, { type, body })
      expect(text).toContain(`"revision":${big}`)
      expect(text).toContain(`"n":${big}`)
    }
  })

  it('next to each other are not the same in a test of a JSON patch', async () => {
    await hostile.send('POST', revisions, { body: `{"metadata":{"name":"near"},"revision":${big},"data":{}}` })
    const body = '[{"op":"test","path":"/revision","value":9007199254740992}]'
    const { status } = await hostile.send('PATCH', `${revisions}/near`, { type: 'application/json-patch+json', body })
    expect(status).toBe(422)
  })

  it.each(['1e400', '-1e400', '9223372036854775808', '1.5', '"1"', 'NaN', 'Infinity', '0x10', '01', '+1', '1.'])(
    '%s is no revision',
    async (number) => {
      const { status } = await hostile.send('POST', revisions, {
        body: `{"metadata":{"name":"bad"},"revision":${number},"data":{}}`,
      })
      expect(status).toBe(400)
    },
  )

  it('1e400 where anything may be is refused or comes back, and is never Infinity or null', async () => {
    const { status } = await hostile.send('POST', revisions, {
      body: '{"metadata":{"name":"huge"},"revision":1,"data":{"n":1e400}}',
    })
    expect([201, 400]).toContain(status)
    const read = await hostile.send('GET', `${revisions}/huge`)
    expect(read.body).not.toMatch(/Infinity|"n":null/)
  })
})

describe('keys that stand twice', () => {
  const body = '{"metadata":{"name":"NAME"},"data":{"a":"1","a":"2"},"data":{"a":"3"}}'

  it('are reported in a warning, and the last one counts', async () => {
    const { status, head, json } = await hostile.send('POST', maps, { body: body.replace('NAME', 'twice') })
    expect(status).toBe(201)
    expect(json.data).toEqual({ a: '3' })
    expect(head).toMatch(/warning: 299 - "duplicate field \\"data/i)
  })

  it('are refused where the client wants strictness', async () => {
    const { status, json } = await hostile.send('POST', `${maps}?fieldValidation=Strict`, {
      body: body.replace('NAME', 'strict'),
    })
    expect(status).toBe(400)
    expect(json.message).toContain('strict decoding error: duplicate field "data.a", duplicate field "data"')
  })

  it('are overlooked where it wants that', async () => {
    const { status, head } = await hostile.send('POST', `${maps}?fieldValidation=Ignore`, {
      body: body.replace('NAME', 'ignored'),
    })
    expect(status).toBe(201)
    expect(head).not.toMatch(/^warning:/im)
  })

  it('are refused in YAML where the client wants strictness', async () => {
    const yaml = 'metadata:\n  name: strict-yaml\ndata:\n  a: "1"\n  a: "2"\n'
    const { status, json } = await hostile.send('POST', `${maps}?fieldValidation=Strict`, {
      type: 'application/yaml',
      body: yaml,
    })
    expect(status).toBe(400)
    expect(json.message).toContain('key "a" already set in map')
  })

  it('by the thousand do not take long', async () => {
    const keys = Array.from({ length: 16_000 }, () => '"a":"1"').join(',')
    const begun = performance.now()
    const { status } = await hostile.send('POST', maps, { body: `{"metadata":{"name":"many"},"data":{${keys}}}` })
    expect(status).toBe(201)
    expect(performance.now() - begun).toBeLessThan(20_000)
  })
})

describe('names that mean something to JavaScript', () => {
  const names = [
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'prototype',
    'valueOf',
    '__defineGetter__',
    'length',
  ]
  const data = `{${names.map((name) => `"${name}":"v-${name}"`).join(',')}}`

  it('are keys of a config map like any other', async () => {
    const made = await hostile.send('POST', maps, { body: `{"metadata":{"name":"words"},"data":${data}}` })
    expect(made.status).toBe(201)
    for (const target of [`${maps}/words`, maps]) {
      const { body } = await hostile.send('GET', target)
      for (const name of names) expect(body).toContain(`"${name}":"v-${name}"`)
    }
    expectPrototypeUntouched()
  })

  it('are keys in YAML too', async () => {
    const yaml = `metadata: {name: yaml-words}\ndata:\n${names.map((name) => `  ${name}: v-${name}`).join('\n')}\n`
    expect((await hostile.send('POST', maps, { type: 'application/yaml', body: yaml })).status).toBe(201)
    const { body } = await hostile.send('GET', `${maps}/yaml-words`)
    for (const name of names) expect(body).toContain(`"${name}":"v-${name}"`)
    expectPrototypeUntouched()
  })

  it.each(['constructor', 'prototype', 'valueof', 'length'])('are names of objects: %s', async (name) => {
    expect((await hostile.send('GET', `${maps}/${name}`)).status).toBe(404)
    expect(
      (await hostile.send('POST', maps, { body: { metadata: { name, labels: { [name]: name, constructor: 'x' } } } }))
        .status,
    ).toBe(201)
    const { json } = await hostile.send('GET', `${maps}/${name}`)
    expect(json.metadata.labels).toEqual({ [name]: name, constructor: 'x' })
    expect((await hostile.send('DELETE', `${maps}/${name}`)).status).toBe(200)
  })

  it('are labels that a selector can match, and are absent unless set', async () => {
    await hostile.send('POST', maps, {
      body: '{"metadata":{"name":"labelled","labels":{"constructor":"yes","toString":"a"}}}',
    })
    const items = async (selector: string): Promise<readonly string[]> => {
      const { json } = await hostile.send('GET', `${maps}?labelSelector=${encodeURIComponent(selector)}`)
      return json.items.map((item: { metadata: { name: string } }) => item.metadata.name)
    }
    expect(await items('constructor=yes')).toEqual(['labelled'])
    expect(await items('constructor')).toEqual(['labelled'])
    expect(await items('valueOf')).toEqual([])
    expect(await items('!toString,constructor')).toEqual([])
    expect(await items('hasOwnProperty=x')).toEqual([])
  })

  it.each([
    '/api/v1/constructor',
    '/apis/__proto__/v1/x',
    '/apis/constructor',
    '/api/__proto__',
    '/api/v1/namespaces/default/__proto__',
    '/api/v1/namespaces/default/pods/a/__proto__',
    '/api/v1/namespaces/default/configmaps/a/constructor',
    '/openapi/v3/constructor',
    '/__proto__',
  ])('are paths that are not served: %s', async (target) => {
    expect((await hostile.send('GET', target)).status).toBe(404)
  })

  const patches: readonly (readonly [what: string, type: string, body: string])[] = [
    ['a merge patch', 'application/merge-patch+json', '{"data":{"__proto__":"p","constructor":"c"}}'],
    [
      'a strategic merge patch',
      'application/strategic-merge-patch+json',
      '{"data":{"__proto__":"p","constructor":"c"}}',
    ],
    [
      'operations',
      'application/json-patch+json',
      '[{"op":"add","path":"/data/__proto__","value":"p"},{"op":"add","path":"/data/constructor","value":"c"}]',
    ],
    [
      'an apply',
      'application/apply-patch+yaml',
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"NAME"},"data":{"__proto__":"p","constructor":"c"}}',
    ],
    ['an update', '', '{"metadata":{"name":"NAME"},"data":{"a":"b","__proto__":"p","constructor":"c"}}'],
  ]
  it.each(patches)('are written as keys by %s', async (what, type, body) => {
    const name = `by-${what.replaceAll(' ', '-')}`
    await hostile.send('POST', maps, { body: { metadata: { name }, data: { a: 'b' } } })
    const query = what === 'an apply' ? '?fieldManager=m' : ''
    const reply = await hostile.send(type === '' ? 'PUT' : 'PATCH', `${maps}/${name}${query}`, {
      ...(type === '' ? {} : { type }),
      body: body.replace('NAME', name),
    })
    expect(reply.status).toBe(200)
    const read = await hostile.send('GET', `${maps}/${name}`)
    expect(read.body).toContain('"__proto__":"p"')
    expect(read.body).toContain('"constructor":"c"')
    expect(read.body).toContain('"a":"b"')
    expectPrototypeUntouched()
  })

  const removals: readonly (readonly [type: string, body: string])[] = [
    ['application/merge-patch+json', '{"data":{"__proto__":null,"constructor":null}}'],
    ['application/strategic-merge-patch+json', '{"data":{"__proto__":null,"constructor":null}}'],
    [
      'application/json-patch+json',
      '[{"op":"remove","path":"/data/__proto__"},{"op":"remove","path":"/data/constructor"}]',
    ],
  ]
  it.each(removals)('are removed by %s', async (type, body) => {
    const name = `removed-${type.replaceAll(/[^a-z]/g, '')}`
    await hostile.send('POST', maps, {
      body: `{"metadata":{"name":"${name}"},"data":{"a":"b","__proto__":"p","constructor":"c"}}`,
    })
    const { status, json } = await hostile.send('PATCH', `${maps}/${name}`, { type, body })
    expect(status).toBe(200)
    expect(Object.keys(json.data)).toEqual(['a'])
    expectPrototypeUntouched()
  })

  const pollutions: readonly (readonly [what: string, type: string, body: string])[] = [
    ['__proto__ as an object', 'application/merge-patch+json', '{"__proto__":{"polluted":"yes"}}'],
    ['__proto__ in the metadata', 'application/merge-patch+json', '{"metadata":{"__proto__":{"polluted":"yes"}}}'],
    ['constructor.prototype', 'application/merge-patch+json', '{"constructor":{"prototype":{"polluted":"yes"}}}'],
    [
      '__proto__ strategically',
      'application/strategic-merge-patch+json',
      '{"__proto__":{"polluted":"yes"},"metadata":{"__proto__":{"polluted":"yes"}}}',
    ],
    [
      'a path through __proto__',
      'application/json-patch+json',
      '[{"op":"add","path":"/__proto__/polluted","value":"yes"}]',
    ],
    [
      'a path through the prototype of the data',
      'application/json-patch+json',
      '[{"op":"add","path":"/data/__proto__/polluted","value":"yes"}]',
    ],
    [
      'a path through constructor',
      'application/json-patch+json',
      '[{"op":"add","path":"/constructor/prototype/polluted","value":"yes"}]',
    ],
    ['a copy to __proto__', 'application/json-patch+json', '[{"op":"copy","from":"/metadata","path":"/__proto__"}]'],
    ['a move from __proto__', 'application/json-patch+json', '[{"op":"move","from":"/__proto__","path":"/data/x"}]'],
    [
      '__proto__ in an apply',
      'application/apply-patch+yaml',
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"victim","__proto__":{"polluted":"yes"}},"__proto__":{"polluted":"yes"}}',
    ],
  ]
  it.each(pollutions)('change no other object: %s', async (_what, type, body) => {
    await hostile.send('POST', maps, { body: { metadata: { name: 'victim' }, data: { a: 'b' } } })
    const { status } = await hostile.send('PATCH', `${maps}/victim?fieldManager=m`, { type, body })
    expect(status).toBeGreaterThanOrEqual(200)
    // An apply with a field that the schema does not declare is a 500 without a reason.
    expect(status).toBeLessThan(type.includes('apply') ? 501 : 500)
    expectPrototypeUntouched()
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    const { json } = await hostile.send('GET', `${maps}/victim`)
    expect(json.data).toEqual({ a: 'b' })
  })

  it('are kept where anything may be', async () => {
    const raw = '{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"x":1}}}'
    await hostile.send('POST', revisions, { body: `{"metadata":{"name":"raw"},"revision":1,"data":${raw}}` })
    expect((await hostile.send('GET', `${revisions}/raw`)).body).toContain(`"data":${raw}`)
    const patched = await hostile.send('PATCH', `${revisions}/raw`, {
      type: 'application/merge-patch+json',
      body: '{"metadata":{"labels":{"a":"b"}}}',
    })
    expect(patched.status).toBe(200)
    expect((await hostile.send('GET', `${revisions}/raw`)).body).toContain(`"data":${raw}`)
    expectPrototypeUntouched()
  })
})
