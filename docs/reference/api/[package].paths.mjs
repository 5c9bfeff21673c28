import { apiPages } from '../../../scripts/site/api-pages.mjs'

export default {
  paths: () => apiPages().map(({ folder, text }) => ({ params: { package: folder }, content: text })),
}
