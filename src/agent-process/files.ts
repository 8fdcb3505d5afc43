import { isAbsolute, join, relative } from 'node:path'
import type { ReadTextFileRequest, WriteTextFileRequest } from '@agentclientprotocol/sdk'
import { BadPath } from '#core/agent/tools/files/locate.ts'
import { readAll, readWholeFile } from '#core/agent/tools/files/open.ts'
import { openSkillFile } from '#core/agent/tools/skills/open.ts'
import { READ_SKILL } from '#core/agent/tools/skills/source.ts'
import type { ToolCallOutcome } from '#core/agent/turn/call.ts'
import type { Toolbox } from '#core/agent/tools/toolbox.ts'
import { SKILLS_FOLDER } from '#ground/hub/skills/skill-folders.ts'
import { resolveAgentPath, type AgentFolders } from './workspace.ts'

export interface FileAccessDeps {
  folders: AgentFolders
  toolbox: Toolbox
  call(name: string, input: unknown): Promise<ToolCallOutcome>
}

/** Null for a path outside `files/` and `chat/`. Symbolic links are checked when the file is opened. */
export function areaPath(path: string, folders: AgentFolders): string | null {
  const { hubFolder, chatFolder } = folders
  const absolute = resolveAgentPath(path, folders)
  for (const [area, folder] of [
    ['chat', chatFolder],
    ['files', join(hubFolder, 'files')],
  ] as const) {
    const below = relative(folder, absolute)
    if (below !== '..' && !below.startsWith('../') && !isAbsolute(below)) return `${area}/${below}`
  }
  return null
}

export async function readFor(
  { folders, toolbox }: FileAccessDeps,
  { path, line, limit }: ReadTextFileRequest,
): Promise<string> {
  const inSkill = skillPath(path, folders)
  if (!toolbox.get(inSkill ? READ_SKILL : 'read_file'))
    throw new BadPath('This agent may read no files here.')
  const content = inSkill
    ? await readSkillText(folders.hubFolder, ...inSkill)
    : (await readWholeFile(folders, areaOrThrow(path, folders))).toString('utf8')
  if (line == null && limit == null) return content
  const first = Math.max((line ?? 1) - 1, 0)
  return content
    .split('\n')
    .slice(first, limit == null ? undefined : first + limit)
    .join('\n')
}

/** Null for a path outside the skills. */
function skillPath(path: string, folders: AgentFolders): [skill: string, file: string] | null {
  const below = relative(join(folders.hubFolder, SKILLS_FOLDER), resolveAgentPath(path, folders))
  const [skill = '', ...rest] = below.split('/')
  return skill === '' || skill === '..' || isAbsolute(below) ? null : [skill, rest.join('/')]
}

async function readSkillText(hubFolder: string, skill: string, path: string): Promise<string> {
  await using file = await openSkillFile(hubFolder, skill, path)
  return (await readAll(file)).toString('utf8')
}

export async function writeFor(
  { folders, call }: FileAccessDeps,
  { path, content }: WriteTextFileRequest,
): Promise<void> {
  const { text, failed } = await call('write_file', { path: areaOrThrow(path, folders), content })
  if (failed) throw new BadPath(text)
}

const areaOrThrow = (path: string, folders: AgentFolders): string => {
  const found = areaPath(path, folders)
  if (found === null)
    throw new BadPath(`${path.slice(0, 200)} is outside the Hub’s files and the files of this chat.`)
  return found
}
