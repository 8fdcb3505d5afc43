import { mkdir, readlink, symlink, unlink } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import type { AreaFolders } from '#core/agent/tools/files/locate.ts'

/** Folders of an agent process for one chat. */
export interface AgentFolders extends AreaFolders {
  /** Its working folder, which shows `files/` and `chat/` and nothing else of the Hub. */
  workspace: string
}

/** The working folder is beside the chat's files, so that it is deleted with the chat. */
export const agentFolders = ({ hubFolder, chatFolder }: AreaFolders): AgentFolders => ({
  hubFolder,
  chatFolder,
  workspace: join(dirname(chatFolder), 'workspace'),
})

/** Make the working folder. Links show the Hub's files and the chat's where no sandbox mounts them. */
export async function makeWorkspace({ hubFolder, chatFolder, workspace }: AgentFolders): Promise<void> {
  await Promise.all([workspace, chatFolder].map((folder) => mkdir(folder, { recursive: true, mode: 0o700 })))
  await Promise.all([
    link(join(hubFolder, 'files'), join(workspace, 'files')),
    link(chatFolder, join(workspace, 'chat')),
  ])
}

/** The Hub may have moved; anything that an agent put in place of a link is left alone. */
const link = async (target: string, path: string): Promise<void> => {
  const before = await readlink(path).catch(() => null)
  if (before === target) return
  if (before !== null) await unlink(path)
  await symlink(target, path).catch(() => {})
}

/** The absolute place behind a path of an agent's, which may be relative or lead through its working folder. */
export function resolveAgentPath(path: string, { hubFolder, chatFolder, workspace }: AgentFolders): string {
  const absolute = resolve(workspace, path)
  const below = relative(workspace, absolute)
  if (below === '..' || below.startsWith('../')) return absolute
  const [area, ...rest] = below.split('/')
  return area === 'chat' ? join(chatFolder, ...rest) : join(hubFolder, below)
}
