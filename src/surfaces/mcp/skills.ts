import { createHash } from 'node:crypto'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReadResourceResult, Resource } from '@modelcontextprotocol/server'
import type { Skill } from '@modelcontextprotocol/server/ext/skills'
import mime from 'mime'
import { BadPath } from '#core/agent/tools/files/locate.ts'
import { readAll } from '#core/agent/tools/files/open.ts'
import { openSkillFile, skillFolder } from '#core/agent/tools/skills/open.ts'
import { READ_SKILL } from '#core/agent/tools/skills/source.ts'
import type { Toolbox } from '#core/agent/tools/toolbox.ts'
import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { Hub } from '#ground/hub/hub.ts'
import { SKILL_FILE, type HubSkill } from '#ground/hub/skills/skill.ts'
import { listSkillFiles, type SkillFile } from '#ground/hub/skills/skill-files.ts'

export interface SkillResources {
  /** The skills that a person with these tools may read. */
  offered(toolbox: Toolbox): readonly HubSkill[]
  list(toolbox: Toolbox): Promise<Skill[]>
  /** Null if no such skill is offered. */
  get(toolbox: Toolbox, uri: string): Promise<Skill | null>
  /** The `SKILL.md` of each skill. */
  resources(toolbox: Toolbox): Resource[]
  read(toolbox: Toolbox, uri: string): Promise<ReadResourceResult['contents'] | null>
  /** Direct children of a folder; null if the folder does not exist. */
  directory(toolbox: Toolbox, uri: string): Promise<Resource[] | null>
}

const SCHEME = 'skill://'
const FOLDER_TYPE = 'inode/directory'
const MAX_DIGESTS = 5000
const MAX_RESOURCE_BYTES = 4 * 1024 * 1024

/** Skills as https://modelcontextprotocol.io/seps/2640-skills-extension describes them. */
export function createSkillResources(hub: Pick<Hub, 'folder' | 'skills'>): SkillResources {
  const digestOf = createDigests(hub.folder)
  const offered = (toolbox: Toolbox) => (toolbox.names.includes(READ_SKILL) ? hub.skills() : [])
  const filesOf = async ({ name }: HubSkill): Promise<SkillFile[]> => {
    const listed = await listSkillFiles(skillFolder(hub.folder, name))
    return listed.ok ? listed.value : []
  }
  const entryOf = async (skill: HubSkill): Promise<Skill> => {
    const resources = []
    for (const { path } of await filesOf(skill)) {
      const found = await digestOf(skill.name, path)
      if (found) resources.push({ uri: uriOf(skill.name, path), ...found })
    }
    return { uri: uriOf(skill.name, SKILL_FILE), frontmatter: skill.frontMatter, resources }
  }
  const locate = (toolbox: Toolbox, uri: string): { skill: HubSkill; path: string } | null => {
    const [name = '', ...rest] = decoded(uri) ?? []
    const skill = offered(toolbox).find((one) => one.name === name)
    return skill ? { skill, path: rest.join('/') } : null
  }

  return {
    offered,
    async list(toolbox) {
      const entries: Skill[] = []
      for (const skill of offered(toolbox)) entries.push(await entryOf(skill))
      return entries
    },
    async get(toolbox, uri) {
      const found = locate(toolbox, uri)
      return found?.path === SKILL_FILE ? entryOf(found.skill) : null
    },
    resources: (toolbox) =>
      offered(toolbox).map(({ name, description }) => ({
        uri: uriOf(name, SKILL_FILE),
        name,
        description,
        mimeType: 'text/markdown',
      })),
    async read(toolbox, uri) {
      const found = locate(toolbox, uri)
      const files = found ? await filesOf(found.skill) : []
      if (!found || !files.some(({ path }) => path === found.path)) return null
      const bytes = await bytesOf(hub.folder, found.skill.name, found.path)
      return bytes && [contentsOf({ uri, mimeType: typeOf(found.path) }, bytes)]
    },
    async directory(toolbox, uri) {
      const found = locate(toolbox, uri)
      return found && childrenOf(found.skill.name, found.path, await filesOf(found.skill))
    },
  }
}

const uriOf = (skill: string, path: string): string =>
  SCHEME + [skill, ...path.split('/').filter(Boolean)].map(encodeURIComponent).join('/')

/** Null for an address that the server does not issue. */
function decoded(uri: string): string[] | null {
  if (!uri.startsWith(SCHEME)) return null
  try {
    const names = uri.slice(SCHEME.length).split('/').map(decodeURIComponent)
    return names.every((name) => name !== '' && name !== '..' && !name.includes('/')) ? names : null
  } catch {
    return null
  }
}

function childrenOf(skill: string, folder: string, files: readonly SkillFile[]): Resource[] | null {
  const prefix = folder === '' ? '' : `${folder}/`
  const children = new Map<string, Resource>()
  for (const { path, size } of files) {
    if (!path.startsWith(prefix)) continue
    const [name = '', ...deeper] = path.slice(prefix.length).split('/')
    const about = deeper.length > 0 ? { mimeType: FOLDER_TYPE } : { mimeType: typeOf(name), size }
    children.set(name, { uri: uriOf(skill, prefix + name), name, ...about })
  }
  return children.size > 0 ? [...children.values()] : null
}

function contentsOf(about: { uri: string; mimeType: string }, bytes: Buffer) {
  try {
    // Keeps a byte order mark, because clients compare the bytes with the digest.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return { ...about, text }
  } catch {
    return { ...about, blob: bytes.toString('base64') }
  }
}

async function bytesOf(hubFolder: string, skill: string, path: string): Promise<Buffer | null> {
  try {
    await using file = await openSkillFile(hubFolder, skill, path)
    if (file.size > MAX_RESOURCE_BYTES)
      throw new Error(
        `${file.shown} is too large to be read completely (${file.size} bytes); use read_skill.`,
      )
    return await readAll(file)
  } catch (error) {
    if (error instanceof BadPath) return null
    throw error
  }
}

const typeOf = (path: string): string => mime.getType(path) ?? 'application/octet-stream'

type Digest = Pick<Exclude<Skill['resources'], 'dynamic'>[number], 'digest' | 'size'>

/** Hashes a file again only after a change. Null for a file that was removed meanwhile. */
function createDigests(hubFolder: string) {
  const known = new BoundedMap<string, { signature: string; digest: Digest }>(MAX_DIGESTS)
  return async (skill: string, path: string): Promise<Digest | null> => {
    const file = join(skillFolder(hubFolder, skill), path)
    const facts = await lstat(file, { bigint: true }).catch(() => null)
    if (!facts) return null
    const signature = `${facts.ino}-${facts.size}-${facts.mtimeNs}-${facts.ctimeNs}`
    const before = known.get(file)
    if (before?.signature === signature) return before.digest
    try {
      await using opened = await openSkillFile(hubFolder, skill, path)
      const bytes = await readAll(opened)
      const digest = {
        digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
        size: bytes.length,
      }
      known.set(file, { signature, digest })
      return digest
    } catch (error) {
      if (error instanceof BadPath) return null
      throw error
    }
  }
}
