import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'

interface Content {
  path: string
  size: number
  /** The complete content, because a later build may replace the file; null: read it from `path`. */
  bytes: Buffer | null
}

export interface Asset extends Content {
  contentType: string
  etag: string
  isImmutable: boolean
  compressed: Partial<Record<ContentEncoding, Content>>
}

export type ContentEncoding = 'br' | 'gzip'

/** Keys are URL paths, such as `/assets/app-1a2b.js`. */
export async function readAssets(folder: string): Promise<ReadonlyMap<string, Asset>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const all = new Set(files)
  const assets = await Promise.all(
    files
      .filter((file) => !/\.(br|gz)$/.test(file))
      .map(async (file) => [addressOf(folder, file), await assetOf(file, all)] as const),
  )
  return new Map(assets)
}

const addressOf = (folder: string, file: string) =>
  file
    .slice(folder.replace(/[/\\]+$/, '').length)
    .split(sep)
    .join('/')

async function assetOf(path: string, all: ReadonlySet<string>): Promise<Asset> {
  const isImmutable = path.includes(`${sep}assets${sep}`)
  const compressed: Asset['compressed'] = {}
  for (const [encoding, ending] of ENDINGS)
    if (all.has(path + ending)) compressed[encoding] = await contentOf(path + ending, isImmutable)
  const content = await contentOf(path, isImmutable)
  const version = content.bytes ?? `${content.size}-${(await stat(path)).mtimeMs}`
  return {
    ...content,
    contentType: TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(version).digest('base64url').slice(0, 22)}"`,
    isImmutable,
    compressed,
  }
}

async function contentOf(path: string, isImmutable: boolean): Promise<Content> {
  if (isImmutable) return { path, size: (await stat(path)).size, bytes: null }
  const bytes = await readFile(path)
  return { path, size: bytes.length, bytes }
}

const ENDINGS: readonly [ContentEncoding, string][] = [
  ['br', '.br'],
  ['gzip', '.gz'],
]

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json',
  txt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  wasm: 'application/wasm',
}
