import { realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ToolKind } from '@agentclientprotocol/sdk'
import { areaFolder, isVisibleBelow } from '#core/agent/tools/files/locate.ts'
import { leavesFolder, type NamedPaths } from './named-paths.ts'
import type { PermissionRequest } from './permission.ts'
import { SKILLS_FOLDER } from '#ground/hub/skills/skill-folders.ts'
import { hasSkills, resolveAgentPath, type AgentFolders } from './workspace.ts'

/** A call that should name files but names none is judged as access to any file. */
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

async function leaves(
  paths: readonly string[],
  kind: ToolKind | null,
  folders: AgentFolders,
): Promise<boolean> {
  const isReading = kind === 'read' || kind === 'search'
  const areas = (['files', 'chat'] as const).map((area) => areaFolder(folders, { area }))
  if (isReading && (await hasSkills(folders.hubFolder))) areas.push(join(folders.hubFolder, SKILLS_FOLDER))
  const roots = await Promise.all(areas.map(resolveRealPath))
  const isShown = async (path: string): Promise<boolean> => {
    const plain = plainPath(path)
    if (plain === null) return false
    // The working folder itself contains only links to these folders, so reading and searching it is permitted.
    if (resolve(folders.workspace, plain) === folders.workspace) return isReading
    const realPath = await resolveRealPath(resolveAgentPath(plain, folders))
    return roots.some((root) => isVisibleBelow(root, realPath))
  }
  return (await Promise.all(paths.map(isShown))).includes(false)
}

/** Null for a path that only the agent can resolve, such as a path with `~`, a variable or `..`. */
const plainPath = (path: string): string | null => {
  if (path === '' || /[\0~$]/.test(path[0]!) || leavesFolder(path)) return null
  if (!/^[a-z][a-z\d+.-]+:/i.test(path)) return path
  try {
    return fileURLToPath(path)
  } catch {
    return null
  }
}

const resolveRealPath = (path: string): Promise<string> =>
  realpath(path).catch(async () =>
    dirname(path) === path ? path : join(await resolveRealPath(dirname(path)), basename(path)),
  )
