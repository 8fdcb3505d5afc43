import type { ReadResourceResult, Resource, ResourceTemplateType } from '@modelcontextprotocol/server'
import mime from 'mime'
import { listFiles } from '#core/agent/tools/files/list.ts'
import { BadPath } from '#core/agent/tools/files/locate.ts'
import { readWholeFile } from '#core/agent/tools/files/open.ts'
import type { Toolbox } from '#core/agent/tools/toolbox.ts'
import type { Caller } from '#ground/identity/caller.ts'
import { decodeText } from './content.ts'
import type { SkillResources } from './skills.ts'

export interface ResourcesDeps {
  hub: { readonly folder: string; readonly slug: string }
  artifacts: OwnArtifacts
  skills: SkillResources
}

export interface OwnArtifacts {
  list(email: string): Promise<ListedArtifact[]>
  /** Null if the person has no such artifact. @throws if the newest version exceeds `mostBytes`. */
  read(
    email: string,
    id: string,
    mostBytes: number,
  ): Promise<{ artifact: ListedArtifact; bytes: Buffer } | null>
}

interface ListedArtifact {
  id: string
  title: string
  filename: string
  contentType: string
  size: number
}

export interface ResourceReader {
  caller: Caller
  toolbox: Toolbox
  signal: AbortSignal
}

export interface Resources {
  list(reader: ResourceReader): Promise<Resource[]>
  templates(reader: Pick<ResourceReader, 'toolbox'>): ResourceTemplateType[]
  complete(reader: ResourceReader, start: string): Promise<string[]>
  /** Null if the reader may not see a resource at the address. */
  read(reader: ResourceReader, uri: string): Promise<ReadResourceResult['contents'] | null>
}

const MAX_RESOURCE_BYTES = 4 * 1024 * 1024

export function createResources({ hub, artifacts, skills }: ResourcesDeps): Resources {
  const root = `hub://${hub.slug}/`
  const folders = { hubFolder: hub.folder, chatFolder: '' }
  const mayRead = ({ toolbox }: Pick<ResourceReader, 'toolbox'>) => toolbox.names.includes('read_file')

  const filesFor = async (reader: ResourceReader) =>
    mayRead(reader) ? absentAs([], () => listFiles(folders, 'files', reader.signal)) : []

  const artifactsFor = async ({ caller: { email } }: ResourceReader): Promise<Resource[]> =>
    (email === null ? [] : await artifacts.list(email)).map(({ id, filename, title, contentType, size }) => ({
      uri: `${root}artifacts/${id}`,
      name: filename,
      title,
      mimeType: contentType,
      size,
    }))

  const readArtifact = async ({ caller: { email } }: ResourceReader, uri: string) => {
    const found =
      email === null
        ? null
        : await artifacts.read(email, uri.slice(`${root}artifacts/`.length), MAX_RESOURCE_BYTES)
    return found && [contentsOf({ uri, mimeType: found.artifact.contentType }, found.bytes)]
  }

  return {
    async list(reader) {
      const files = await filesFor(reader)
      const listed = files.map(({ path, size }) => ({
        uri: root + path.split('/').map(encodeURIComponent).join('/'),
        name: path.slice('files/'.length),
        mimeType: typeOf(path),
        size,
      }))
      return [...listed, ...skills.resources(reader.toolbox), ...(await artifactsFor(reader))]
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
      if (uri.startsWith(`${root}artifacts/`)) return readArtifact(reader, uri)
      if (uri.startsWith('skill://')) return skills.read(reader.toolbox, uri)
      const path = uri.startsWith(`${root}files/`) ? decoded(uri.slice(root.length)) : null
      if (path === null || !mayRead(reader)) return null
      const bytes = await absentAs(null, () => readWholeFile(folders, path))
      if (bytes === null) return null
      if (bytes.length > MAX_RESOURCE_BYTES)
        throw new Error(`${path} is too large to be read completely (${bytes.length} bytes); use read_file.`)
      return [contentsOf({ uri, mimeType: typeOf(path) }, bytes)]
    },
  }
}

function contentsOf(about: { uri: string; mimeType: string }, bytes: Buffer) {
  const text = decodeText(bytes)
  return text === null ? { ...about, blob: bytes.toString('base64') } : { ...about, text }
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
