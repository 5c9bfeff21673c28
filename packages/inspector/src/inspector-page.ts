import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hasCurrent, notModified, textReply, type HttpReply, type HttpRequest } from '@pinnace/meta'

/** What the page needs of a request. */
export type PageRequest = Pick<HttpRequest, 'method' | 'target' | 'header'>

/** The files of the page. They are public and the same for everyone: they contain nothing of a server. */
export interface InspectorPage {
  /** A file of the page; undefined for a path that is not one of them. */
  answer(request: PageRequest): HttpReply | undefined
}

/** Where the page is served. */
const root = '/inspector/'

const mediaTypes = {
  'index.html': 'text/html; charset=utf-8',
  'inspector.css': 'text/css; charset=utf-8',
  'inspector.js': 'text/javascript; charset=utf-8',
} as const

type FileName = keyof typeof mediaTypes

/** The page runs its own script only, speaks to its own server only, and is in no frame. */
const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-cache',
}

/** Options for {@link openInspectorPage}. */
export interface InspectorPageOptions {
  /** The domain of the API groups of the server. */
  readonly groupDomain: string
}

/** The page of the inspector. Its files are read with the first request for one. */
export function openInspectorPage({ groupDomain }: InspectorPageOptions): InspectorPage {
  const files = new Map<FileName, PageFile>()
  return {
    answer(request) {
      const path = pathOf(request.target)
      if (path === '/inspector') return { status: 308, headers: { ...headers, location: root }, body: undefined }
      const name = fileOf(path)
      if (name === undefined) return undefined
      if (request.method !== 'GET' && request.method !== 'HEAD') return textReply(405, 'method not allowed\n', headers)
      const file = files.get(name) ?? readPageFile(name, groupDomain)
      if (file === undefined) return textReply(503, 'the page is not built: run "npm run build"\n', headers)
      files.set(name, file)
      const described = { ...headers, etag: file.etag, 'content-type': mediaTypes[name] }
      if (hasCurrent(request, file.etag)) return notModified(described)
      return { status: 200, headers: described, body: file.bytes }
    },
  }
}

interface PageFile {
  readonly bytes: Uint8Array
  readonly etag: string
}

function pathOf(target: string): string {
  const query = target.indexOf('?')
  return query === -1 ? target : target.slice(0, query)
}

function fileOf(path: string): FileName | undefined {
  if (path === root) return 'index.html'
  const name = path.startsWith(root) ? path.slice(root.length) : ''
  return isFileName(name) ? name : undefined
}

function isFileName(name: string): name is FileName {
  return Object.hasOwn(mediaTypes, name)
}

/** A file of dist/page, which the build makes of the folder page; undefined before the first build. */
function readPageFile(name: FileName, groupDomain: string): PageFile | undefined {
  try {
    // The sources and the built file both stand in a folder of the package.
    const text = readFileSync(new URL(`../dist/page/${name}`, import.meta.url), 'utf8')
    const bytes = Buffer.from(name === 'index.html' ? text.replace('%GROUP_DOMAIN%', groupDomain) : text)
    return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
