import { lstat, mkdir, readlink, symlink, unlink } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import type { AreaFolders } from '#core/agent/tools/files/locate.ts'
import { SKILLS_FOLDER } from '#ground/hub/skills/skill-folders.ts'

export interface AgentFolders extends AreaFolders {
  workspace: string
}

/** The working folder is beside the chat's files, so that it is deleted together with the chat. */
export const agentFolders = ({ hubFolder, chatFolder }: AreaFolders): AgentFolders => ({
  hubFolder,
  chatFolder,
  workspace: join(dirname(chatFolder), 'workspace'),
})

export async function makeWorkspace({ hubFolder, chatFolder, workspace }: AgentFolders): Promise<void> {
  await Promise.all([workspace, chatFolder].map((folder) => mkdir(folder, { recursive: true, mode: 0o700 })))
  const skills = join(hubFolder, SKILLS_FOLDER)
  await Promise.all([
    link(join(hubFolder, 'files'), join(workspace, 'files')),
    link(chatFolder, join(workspace, 'chat')),
    ...((await hasSkills(hubFolder)) ? [link(skills, join(workspace, SKILLS_FOLDER))] : []),
  ])
}

/** False for a link, whose target the Hub does not read either. */
export const hasSkills = async (hubFolder: string): Promise<boolean> =>
  (await lstat(join(hubFolder, SKILLS_FOLDER)).catch(() => null))?.isDirectory() ?? false

/** Replaces an old link, because the Hub may have moved. Leaves other files, which an agent may have created. */
const link = async (target: string, path: string): Promise<void> => {
  const before = await readlink(path).catch(() => null)
  if (before === target) return
  if (before !== null) await unlink(path)
  await symlink(target, path).catch(() => {})
}

export function resolveAgentPath(path: string, { hubFolder, chatFolder, workspace }: AgentFolders): string {
  const absolute = resolve(workspace, path)
  const below = relative(workspace, absolute)
  if (below === '..' || below.startsWith('../')) return absolute
  const [area, ...rest] = below.split('/')
  return area === 'chat' ? join(chatFolder, ...rest) : join(hubFolder, below)
}
