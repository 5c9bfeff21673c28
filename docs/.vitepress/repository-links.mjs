// Links of pages to files of the repository that are not pages of the site lead to the repository.
import { dirname, join, relative } from 'node:path'

const repository = 'https://github.com/pinnace/pinnace'

/** A plugin of markdown-it; `docs` is the folder of the pages. */
export function repositoryLinks(md, docs) {
  md.core.ruler.push('repository-links', ({ tokens, env }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : null
      if (href === null || /^(?:[a-z]+:|#|\/)/.test(href) || typeof env.path !== 'string') continue
      const [path] = href.split('#')
      const target = join(dirname(env.path), path)
      const isPage = path.endsWith('.md') && !relative(docs, target).startsWith('..')
      if (!isPage) token.attrSet('href', `${repository}/tree/main/${relative(join(docs, '..'), target)}`)
    }
  })
}
