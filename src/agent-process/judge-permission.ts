import { realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ToolKind } from '@agentclientprotocol/sdk'
import { areaFolder, isVisibleBelow } from '#core/agent/tools/files/locate.ts'
import { leavesFolder, type NamedPaths } from './named-paths.ts'
import type { PermissionRequest } from './permission.ts'
import { resolveAgentPath, type AgentFolders } from './workspace.ts'

/**
 * Decides on a call from its description. If the description should name files but names none, the call could access
 * any file and counts as leaving the permitted folders.
 */
export async function judgePermission(
  { kind, namedPaths }: { kind: ToolKind | null; namedPaths: NamedPaths },
  folders: AgentFolders,
): Promise<PermissionRequest> {
  const { paths, isCommand, isCut } = namedPaths
  const isUndeclared = isCut || (paths.size === 0 && kind !== null && OF_FILES.has(kind))
  return {
    kind: isCommand ? 'execute' : kind,
    leavesFiles: isUndeclared || (await leaves([...paths], kind, folders)),
  }
}

const OF_FILES: ReadonlySet<ToolKind> = new Set<ToolKind>(['read', 'search', 'edit', 'delete', 'move'])

/** True if a path, with links resolved, is outside of the folders of file tools. */
async function leaves(
  paths: readonly string[],
  kind: ToolKind | null,
  folders: AgentFolders,
): Promise<boolean> {
  const areas = (['files', 'chat'] as const).map((area) => areaFolder(folders, { area }))
  const roots = await Promise.all(areas.map(realPlace))
  const isShown = async (path: string): Promise<boolean> => {
    const plain = plainPath(path)
    if (plain === null) return false
    // The working folder itself contains only `files/` and `chat/`, so reading and searching it is permitted.
    if (resolve(folders.workspace, plain) === folders.workspace) return kind === 'read' || kind === 'search'
    const place = await realPlace(resolveAgentPath(plain, folders))
    return roots.some((root) => isVisibleBelow(root, place))
  }
  return (await Promise.all(paths.map(isShown))).includes(false)
}

/**
 * Null if only the agent knows the target of a path, as with `~` and variables. Null also for `..`, because after a
 * symbolic link it names another folder.
 */
const plainPath = (path: string): string | null => {
  if (path === '' || /[\0~$]/.test(path[0]!) || leavesFolder(path)) return null
  if (!/^[a-z][a-z\d+.-]+:/i.test(path)) return path
  try {
    return fileURLToPath(path)
  } catch {
    return null
  }
}

/** Resolves links in a path. For a missing file, returns the location that it would have. */
const realPlace = (path: string): Promise<string> =>
  realpath(path).catch(async () =>
    dirname(path) === path ? path : join(await realPlace(dirname(path)), basename(path)),
  )
