import type { ReadResourceResult, Resource, ResourceTemplateType } from '@modelcontextprotocol/server'
import mime from 'mime'
import { listFiles } from '#agent/tools/files/list.ts'
import { BadPath } from '#agent/tools/files/locate.ts'
import { readWhole } from '#agent/tools/files/open.ts'
import type { Toolbox } from '#agent/toolbox.ts'
import { textOf } from './content.ts'

export interface ResourcesDeps {
  hub: { readonly folder: string; readonly slug: string }
}

/** Somebody who reads, with the tools they are shown. */
export interface Reader {
  toolbox: Toolbox
  signal: AbortSignal
}

/** What of the Hub may be read without a tool. */
export interface Resources {
  list(reader: Reader): Promise<Resource[]>
  templates(reader: Pick<Reader, 'toolbox'>): ResourceTemplateType[]
  /** Paths that begin so, for the template. */
  complete(reader: Reader, start: string): Promise<string[]>
  /** Null when there is nothing under this address for this reader. */
  read(reader: Reader, uri: string): Promise<ReadResourceResult['contents'] | null>
}

/** Bytes of a file that is given whole. */
const MOST_BYTES = 4 * 1024 * 1024

/** The files in the Hub's `files/`, for everybody who is shown the tool that reads them. */
export function createResources({ hub }: ResourcesDeps): Resources {
  const root = `hub://${hub.slug}/`
  const folders = { hubFolder: hub.folder, chatFolder: '' }
  const mayRead = ({ toolbox }: Pick<Reader, 'toolbox'>) => toolbox.names.includes('read_file')

  const filesFor = async (reader: Reader) =>
    mayRead(reader) ? absentAs([], () => listFiles(folders, 'files', reader.signal)) : []

  return {
    async list(reader) {
      const files = await filesFor(reader)
      return files.map(({ path, size }) => ({
        uri: root + path.split('/').map(encodeURIComponent).join('/'),
        name: path.slice('files/'.length),
        mimeType: typeOf(path),
        size,
      }))
    },

    templates: (reader) =>
      mayRead(reader)
        ? [{ uriTemplate: `${root}files/{+path}`, name: 'file', description: 'A file of the Hub' }]
        : [],

    async complete(reader, start) {
      const files = await filesFor(reader)
      return files.map(({ path }) => path.slice('files/'.length)).filter((path) => path.startsWith(start))
    },

    async read(reader, uri) {
      const path = uri.startsWith(`${root}files/`) ? decoded(uri.slice(root.length)) : null
      if (path === null || !mayRead(reader)) return null
      const bytes = await absentAs(null, () => readWhole(folders, path))
      if (bytes === null) return null
      if (bytes.length > MOST_BYTES)
        throw new Error(`${path} is too large to be read whole (${bytes.length} bytes); use read_file.`)
      const text = textOf(bytes)
      const about = { uri, mimeType: typeOf(path) }
      return [text === null ? { ...about, blob: bytes.toString('base64') } : { ...about, text }]
    },
  }
}

const typeOf = (path: string): string => mime.getType(path) ?? 'application/octet-stream'

const decoded = (path: string): string | null => {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

async function absentAs<T>(absent: T, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BadPath) return absent
    throw error
  }
}
