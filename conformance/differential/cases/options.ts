import type { Area } from './case.ts'
import { content } from './content.ts'
import { deleteNamespaces, makeNamespaces } from './namespaces.ts'
import { queryOptions } from './query-options.ts'
import { subresources } from './subresources.ts'

/** Options of every verb, media types, and what subresources do. */
export const options: Area = {
  name: 'options',
  title: 'options of every verb, content negotiation, subresources',
  async stages({ prefix }) {
    const [plain, busy] = [`${prefix}-options`, `${prefix}-busy`]
    const objects = ['s', 't', 'u'].map((name) => ({
      method: 'POST',
      path: `/api/v1/namespaces/${plain}/configmaps`,
      body: { metadata: { name, labels: { a: name } }, data: { k: 'v' } },
    }))
    return [
      makeNamespaces([plain, busy]),
      [{ name: 'make objects', steps: objects }],
      [...queryOptions(plain), ...content(plain)],
      [...subresources(busy, prefix)],
      deleteNamespaces([plain, busy]),
    ]
  },
}
