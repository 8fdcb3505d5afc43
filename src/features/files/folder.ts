import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeFileDurably } from '#ground/base/durable-file.ts'
import { SKILL_FILE } from '#ground/hub/skills/skill.ts'
import { SKILLS_FOLDER } from '#ground/hub/skills/skill-folders.ts'
import { hubFileKind, MAX_FILE_TEXT_LENGTH, type HubFileKind } from './schema.ts'

export class NotAFile extends Error {
  override name = 'NotAFile'
}

export class HubFileTooLarge extends Error {
  override name = 'TooLarge'
}

const FOLDERS = ['agents', 'tasks', 'workflows', 'prompts', 'tools'] as const

/** Refuses symbolic links, because a link could disclose or overwrite a file elsewhere. */
export function openFolder(hubFolder: string) {
  const resolveFile = async (path: string): Promise<string> => {
    const root = await realpath(hubFolder)
    const folder = dirname(path)
    if (folder !== '.' && (await realpath(join(root, folder)).catch(() => null)) !== join(root, folder))
      throw new NotAFile('lies in a folder that is a link, or isn’t there')
    return join(root, path)
  }

  return {
    async list(): Promise<{ path: string; kind: HubFileKind; size: number }[]> {
      const paths = ['agent.md']
      for (const folder of FOLDERS) {
        const names = await readdir(join(hubFolder, folder)).catch((): string[] => [])
        paths.push(...names.toSorted().map((name) => `${folder}/${name}`))
      }
      const skills = await readdir(join(hubFolder, SKILLS_FOLDER)).catch((): string[] => [])
      paths.push(...skills.toSorted().map((name) => `${SKILLS_FOLDER}/${name}/${SKILL_FILE}`))
      const found = await Promise.all(
        paths.map(async (path) => {
          const kind = hubFileKind(path)
          if (kind === null || /(^|\/)readme\.md$/i.test(path)) return []
          const facts = await resolveFile(path)
            .then((file) => lstat(file))
            .catch(() => null)
          return facts?.isFile() ? [{ path, kind, size: facts.size }] : []
        }),
      )
      return found.flat()
    },

    /** Null if the file does not exist. @throws NotAFile, HubFileTooLarge */
    async read(path: string): Promise<string | null> {
      const place = await resolveFile(path).catch(() => null)
      if (place === null) return null
      const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
      const file = await open(place, flags).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw new NotAFile(error.code === 'ELOOP' ? 'is a link' : 'can’t be read')
      })
      if (file === null) return null
      await using _ = file
      const facts = await file.stat()
      if (!facts.isFile()) throw new NotAFile('is not a file')
      if (facts.size > MAX_FILE_TEXT_LENGTH) throw new HubFileTooLarge('has more than 128 KiB')
      try {
        return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.readFile())
      } catch {
        throw new NotAFile('is not UTF-8')
      }
    },

    /** Replaces the file atomically and keeps its permissions. @throws NotAFile */
    async write(path: string, text: string): Promise<void> {
      const folder = dirname(path)
      if (folder !== '.') await mkdir(join(await realpath(hubFolder), folder), { recursive: true })
      const place = await resolveFile(path)
      const facts = await lstat(place).catch(() => null)
      if (facts && !facts.isFile()) throw new NotAFile('is a link, or no file')
      await writeFileDurably(place, text, facts ? facts.mode & 0o777 : 0o644)
    },
  }
}
