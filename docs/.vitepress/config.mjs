// The documentation site: `npm run site` builds it into docs/.vitepress/dist.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { packageFolders } from '../../scripts/workspace.mjs'
import { inlineDiagrams } from './inline-diagrams.mjs'
import { repositoryLinks } from './repository-links.mjs'
import { sections } from './sections.mjs'

const docs = fileURLToPath(new URL('..', import.meta.url))

export default defineConfig({
  lang: 'en-US',
  title: 'Pinnace',
  description: 'An embeddable Kubernetes API server for Node.',
  srcDir: '.',
  outDir: './.vitepress/dist',
  cacheDir: './.cache/vitepress',
  cleanUrls: true,
  head: [
    ['meta', { name: 'color-scheme', content: 'light dark' }],
    ['link', { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }],
  ],
  markdown: {
    config(md) {
      md.use(repositoryLinks, docs)
      md.use(inlineDiagrams, docs)
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Tutorial', link: '/guide/tutorial' },
      { text: 'Guides', link: '/guide/embed-in-a-service' },
      { text: 'Reference', link: '/reference/server-options' },
      { text: 'Gaps', link: '/what-does-not-work' },
    ],
    sidebar: [
      ...sections,
      {
        text: 'Every symbol',
        collapsed: true,
        items: packageFolders().map((folder) => ({ text: folder, link: `/reference/api/${folder}` })),
      },
    ],
    socialLinks: [{ icon: 'github', link: 'https://github.com/pinnace/pinnace' }],
  },
})
