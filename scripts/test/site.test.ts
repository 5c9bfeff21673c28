import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sections } from '../../docs/.vitepress/sections.mjs'
import { apiPages } from '../site/api-pages.mjs'
import { root } from '../workspace.mjs'

const links = sections.flatMap(({ items }) => items.map(({ link }) => link))

describe('the sidebar of the site', () => {
  it('has every guide and every reference page once', () => {
    const pages = ['guide', 'reference'].flatMap((folder) =>
      readdirSync(join(root, 'docs', folder))
        .filter((name) => name.endsWith('.md'))
        .map((name) => `/${folder}/${name.replace(/\.md$/, '')}`),
    )
    const shown = links.filter((link) => /^\/(?:guide|reference)\//.test(link))
    expect(shown.toSorted()).toEqual(pages.toSorted())
  })

  it('names pages that exist', () => {
    const pages = new Set(readdirSync(join(root, 'docs'), { recursive: true }).map(String))
    for (const link of links) expect(pages).toContain(`${link.slice(1)}.md`)
  })
})

describe('the reference', () => {
  const pages = apiPages()

  it('has the declarations of functions without bodies, and their comments', () => {
    const { text } = pages.find(({ folder }) => folder === 'server') ?? { text: '' }
    const section = text.slice(text.indexOf('### createServer\n'))
    const start = section.search(/(?:async )?function createServer\(/)
    const code = section.slice(start, section.indexOf('```', start)).trim()
    expect(section).toMatch(/^### createServer\n\n[A-Z]/)
    expect(code).toMatch(/\): Promise<Server>$/)
    expect(code).not.toContain('return')
  })

  it.each(pages.map(({ folder }) => folder))('has every symbol that %s declares', (folder) => {
    const { text } = pages.find((page) => page.folder === folder) ?? { text: '' }
    const golden = readFileSync(join(root, 'packages', folder, 'api.d.ts.golden'), 'utf8')
    const declarations = golden.matchAll(
      /^export (?:declare )?(?:abstract )?(?:interface|type|function|const|class) (\w+)/gm,
    )
    const missing = Array.from(declarations, ([, name]) => name).filter((name) => !text.includes(`### ${name}\n`))
    expect(missing).toEqual([])
  })
})
