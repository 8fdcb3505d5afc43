import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'

/** A built file of the web app. */
export interface Asset {
  path: string
  size: number
  contentType: string
  etag: string
  /** Its name holds a hash of its content, so it never changes. */
  isImmutable: boolean
  /** The same file, compressed, by encoding. */
  compressed: Partial<Record<Encoding, { path: string; size: number }>>
}

export type Encoding = 'br' | 'gzip'

/** Every file below a folder by its address, such as `/assets/app-1a2b.js`. Nothing outside the folder is ever served. */
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
  const compressed: Asset['compressed'] = {}
  for (const [encoding, ending] of ENDINGS)
    if (all.has(path + ending))
      compressed[encoding] = { path: path + ending, size: (await stat(path + ending)).size }
  const { size, mtimeMs } = await stat(path)
  const isImmutable = path.includes(`${sep}assets${sep}`)
  // A hashed name is as good as a hash; the few other files are small.
  const version = isImmutable ? `${size}-${mtimeMs}` : await readFile(path)
  return {
    path,
    size,
    contentType: TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(version).digest('base64url').slice(0, 22)}"`,
    isImmutable,
    compressed,
  }
}

const ENDINGS: readonly [Encoding, string][] = [
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
