// What docs/guide/server-side-apply.md says that its first example prints.
import { ownersOf } from '@pinnace/apply'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createServer } from '../../src/index.ts'

it('the examples of the guide behave as documented', async () => {
  const page = readFileSync(new URL('../../../../docs/guide/server-side-apply.md', import.meta.url), 'utf8')
  const server = await createServer({ preset: 'testing' })
  const settings = server
    .client<{ metadata: { name: string }; data?: Record<string, string> }>({ apiVersion: 'v1', kind: 'ConfigMap' })
    .namespace('default')
  const apply = (data: Record<string, string>, fieldManager: string): ReturnType<typeof settings.apply> =>
    settings.apply({ metadata: { name: 'shop' }, data }, { fieldManager })
  await apply({ color: 'blue', size: 'small' }, 'team')
  await apply({ banner: 'on' }, 'campaign')
  const refused: unknown = await apply({ color: 'red' }, 'campaign').catch((error: unknown) => error)
  expect(page).toContain(`// … ${(refused as Error).message}\n`)
  const shop = await apply({ color: 'blue' }, 'team')
  expect(shop.data).toEqual({ banner: 'on', color: 'blue' })
  expect(ownersOf(shop, '.data.color')).toEqual(['team'])
  expect(page).toContain("console.log(shop.data) // { banner: 'on', color: 'blue' }")
  expect(page).toContain("console.log(ownersOf(shop, '.data.color')) // [ 'team' ]")
})
