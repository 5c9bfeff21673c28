import { describe, expect, it } from 'vitest'
import { rewriteTag } from '../../../src/connections/html/rewrite-tag.ts'
import { createTagRewriter } from '../../../src/connections/html/tag-rewriter.ts'

/** Marks each link of a document that comes in pieces of `size` characters. */
function mark(html: string, size = html.length): string {
  const bytes = Buffer.from(html).toString('latin1')
  const rewrite = (link: string): { readonly link: string } => ({ link: link === '' ? '' : `[${link}]` })
  const tags = createTagRewriter((tag, name) => rewriteTag(tag, name, rewrite))
  let output = ''
  for (let at = 0; at < bytes.length; at += size) output += tags.push(bytes.slice(at, at + size))
  return Buffer.from(output + tags.end(), 'latin1').toString()
}

/** The same for a document in one piece and in pieces of one, two, three and seven characters. */
function marked(html: string): string {
  const whole = mark(html)
  for (const size of [1, 2, 3, 7]) expect(mark(html, size)).toBe(whole)
  return whole
}

describe('links in HTML', () => {
  // As the proxy transport of Kubernetes 1.36 has them; it also writes what is no link in its own way.
  it.each([
    ['<a href="/x" id=a>t</a>', '<a href="[/x]" id=a>t</a>'],
    ["<A HREF='/x'>", '<A HREF="[/x]">'],
    ['<a href=/x/>', '<a href="[/x/]">'],
    ['<a\thref\n=\f/x\r>', '<a\thref\n=\f"[/x]"\r>'],
    ['<a/href=/x>', '<a/href="[/x]">'],
    ['<a x="1"href=/x>', '<a x="1"href="[/x]">'],
    ['<a href="/x"/>', '<a href="[/x]"/>'],
    ['<a href="/x" href="/y">', '<a href="[/x]" href="[/y]">'],
    ['<a title=">" href=/x>', '<a title=">" href="[/x]">'],
    ['<a =href=/x>', '<a =href=/x>'],
    ['<a "href=/x>', '<a "href=/x>'],
    ['<a href>', '<a href>'],
    ['<a href=>', '<a href=>'],
    ['<a href="">', '<a href="">'],
    ['<a data-href="/x" xlink:href=/y>', '<a data-href="/x" xlink:href=/y>'],
    ['<ahref="/x">', '<ahref="/x">'],
    ['< a href="/x">', '< a href="/x">'],
    ['<1 href=/x>', '<1 href=/x>'],
    ['</a href="/x">', '</a href="/x">'],
    ['</a href=">"><a href=/x>', '</a href=">"><a href="[/x]">'],
    ['<<a href=/x>', '<<a href="[/x]">'],
    ['</><a href=/x>', '</><a href="[/x]">'],
    ['<svg><a href="/x"/></svg>', '<svg><a href="[/x]"/></svg>'],
    ['<a à="1" href=/x>', '<a à="1" href="[/x]">'],
  ])('%j', (html, expected) => {
    expect(marked(html)).toBe(expected)
  })

  it.each([
    ['<a href="/x?a=1&amp;b=2&copy;">', '<a href="[/x?a=1&amp;b=2&copy;]">'],
    ['<a href="/x&#38;&#x26;">', '<a href="[/x&amp;&amp;]">'],
    ['<a href="&sol;&#120;&#x79;z">', '<a href="[/xyz]">'],
    ['<a href="/&quot;&#34;">', '<a href="[/&#34;&#34;]">'],
    ["<a href='/\"'>", '<a href="[/&#34;]">'],
    ['<a href="/&#233;é">', '<a href="[/éé]">'],
    ['<a href="/&#1114112;&#55296;">', '<a href="[/\u{fffd}\u{fffd}]">'],
  ])('have character references: %j', (html, expected) => {
    expect(marked(html)).toBe(expected)
  })

  it.each([
    ['<!-- <a href="/y"> --><a href=/x>', '<!-- <a href="/y"> --><a href="[/x]">'],
    ['<!-- <a href="/y"> --!><a href=/x>', '<!-- <a href="/y"> --!><a href="[/x]">'],
    ['<!--><a href=/x>-->', '<!--><a href="[/x]">-->'],
    ['<!---><a href=/x>-->', '<!---><a href="[/x]">-->'],
    ['<!--!><a href=/y>--><a href=/x>', '<!--!><a href=/y>--><a href="[/x]">'],
    ['<!DOCTYPE html><a href=/x>', '<!DOCTYPE html><a href="[/x]">'],
    ['<!-x><a href=/x>', '<!-x><a href="[/x]">'],
    ['<![CDATA[<a href=/y>]]>', '<![CDATA[<a href=/y>]]>'],
    ['<?php <a href=/y> ?>', '<?php <a href=/y> ?>'],
    [
      '<script src="/x">"<a href=\'/y\'>"</script><a href=/x>',
      '<script src="[/x]">"<a href=\'/y\'>"</script><a href="[/x]">',
    ],
    [
      '<script><!--<script></script><a href=/y>--></script><a href=/x>',
      '<script><!--<script></script><a href=/y>--></script><a href="[/x]">',
    ],
    ['<script><!--><script></script><a href=/x>', '<script><!--><script></script><a href="[/x]">'],
    ['<script></scripts></SCRIPT ><a href=/x>', '<script></scripts></SCRIPT ><a href="[/x]">'],
    ['<plaintext><a href=/y>', '<plaintext><a href=/y>'],
    ['<textarea><a href=/y></textarea', '<textarea><a href=/y></textarea'],
    ...['iframe', 'noembed', 'noframes', 'noscript', 'style', 'textarea', 'title', 'xmp'].map((name) => [
      `<${name}><a href=/y></${name}><a href=/x>`,
      `<${name}><a href=/y></${name}><a href="[/x]">`,
    ]),
  ] as [string, string][])('are not in comments and in text: %j', (html, expected) => {
    expect(marked(html)).toBe(expected)
  })

  it('are the attributes of Kubernetes', () => {
    const elements: Record<string, readonly string[]> = {
      a: ['href'],
      applet: ['codebase'],
      area: ['href'],
      audio: ['src'],
      base: ['href'],
      blockquote: ['cite'],
      body: ['background'],
      button: ['formaction'],
      command: ['icon'],
      del: ['cite'],
      embed: ['src'],
      form: ['action'],
      frame: ['longdesc', 'src'],
      head: ['profile'],
      html: ['manifest'],
      iframe: ['longdesc', 'src'],
      img: ['longdesc', 'src', 'usemap'],
      input: ['src', 'usemap', 'formaction'],
      ins: ['cite'],
      link: ['href'],
      object: ['classid', 'codebase', 'data', 'usemap'],
      p: [],
      q: ['cite'],
      script: ['src'],
      source: ['src'],
      track: [],
      video: ['poster', 'src'],
    }
    const all = [...new Set(Object.values(elements).flat()), 'srcset', 'archive', 'ping', 'style']
    for (const [name, links] of Object.entries(elements)) {
      const html = `<${name} ${all.map((attribute) => `${attribute}=/x`).join(' ')}>`
      const values = all.map((attribute) => (links.includes(attribute) ? `${attribute}="[/x]"` : `${attribute}=/x`))
      expect(mark(html)).toBe(`<${name} ${values.join(' ')}>`)
    }
  })

  it('keep all other bytes as they are', () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, code) => code)).toString('latin1')
    const html = `${bytes}<p ${bytes.replace('>', '').replace(/["'=]/g, '')}>${bytes}<a id="${bytes.replace('"', '')}">`
    const tags = createTagRewriter((tag, name) => rewriteTag(tag, name, (link) => ({ link: `[${link}]` })))
    expect(tags.push(html) + tags.end()).toBe(html)
  })

  it('are passed on as soon as they are complete', () => {
    const tags = createTagRewriter((tag) => tag)
    expect(tags.push('text <a href')).toBe('text ')
    expect(tags.push('=/x>more')).toBe('<a href=/x>more')
    expect(tags.push('<script>long text')).toBe('<script>long text')
    expect(tags.push('</scr')).toBe('')
    expect(tags.push('ew <!-')).toBe('</screw ')
    expect(tags.end()).toBe('<!-')
  })

  it('are not rewritten in a tag of more than 64 KiB, which is not kept in memory', () => {
    const rewritten: string[] = []
    const tags = createTagRewriter((tag, name) => {
      rewritten.push(name)
      return tag
    })
    const piece = `href="/x" title='>' `.repeat(100)
    let sent = '<script '
    let received = tags.push('<script ')
    for (let index = 0; index < 100; index++) {
      sent += piece
      received += tags.push(piece)
      expect(sent.length - received.length).toBeLessThanOrEqual(65_536)
    }
    const rest = '><a href=/y></script><a href=/x>'
    expect(received + tags.push(rest) + tags.end()).toBe(sent + rest)
    expect(rewritten).toEqual(['a'])
    const long = `<img title="${'x'.repeat(65_536)}"><a href=/x>`
    expect(tags.push(long)).toBe(long)
    expect(rewritten).toEqual(['a', 'a'])
  })

  it('are found in time that grows with the document', () => {
    for (const part of [
      '<',
      '<a ',
      '<a href',
      '<a ="',
      '<!--',
      '-',
      '<script>',
      '</script',
      ' ',
      '= ',
      '&#',
      '<a x ',
    ]) {
      mark(`<a ${part.repeat(20_000)}><script>${part.repeat(20_000)}`, 1000)
      mark(`<img src='${part.repeat(3000)}' ${part.repeat(3000)}>`, 100)
    }
  })
})
