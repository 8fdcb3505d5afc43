import { realpath } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { openAgentFile, parseSubAgentFile } from './agent-file.ts'
import { describeProblem, type FolderSource, type Hub, type HubProblem, type SubAgent } from './hub.ts'
import { openMcpFile } from './mcp-file.ts'
import { openPromptFiles } from './prompts/prompt-files.ts'
import { keepReloaded, type FolderNews } from './reloaded.ts'
import { openSkillFolders } from './skills/skill-folders.ts'
import { slugOf } from './slug.ts'
import { createToolLoader } from './tools/loader.ts'
import { lastGoodFiles, type LastGoodFiles } from './last-good-files.ts'

export interface HubOptions {
  /** Default: the slug of the folder's name. */
  slug?: string | null
  log?: (problem: HubProblem) => void
  news?: FolderNews
  watch?: boolean
  source?: FolderSource | undefined
}

export class NotAHub extends Error {
  readonly problems: readonly HubProblem[]
  constructor(folder: string, problems: readonly HubProblem[]) {
    super([`${folder} cannot be opened as a Hub`, ...problems.map(describeProblem)].join('\n'))
    this.name = 'NotAHub'
    this.problems = problems
  }
}

const openings = new Map<string, number>()

function openingOf(root: string): string {
  const opening = (openings.get(root) ?? 0) + 1
  openings.set(root, opening)
  return String(opening)
}

/** A tool that fails to load is reported as a problem. @throws NotAHub if the agent file is missing or invalid. */
export async function openHub(folder: string, options: HubOptions = {}): Promise<Hub> {
  const path = resolve(folder)
  const root = await realpath(path).catch(() => {
    throw new NotAHub(path, [{ file: '.', line: null, column: null, message: 'there is no such folder' }])
  })
  const folderName = basename(path)
  const agent = await openAgentFile(root, folderName)
  if (!agent.current()) throw new NotAHub(path, agent.problems())

  await using parts = new AsyncDisposableStack()
  const tools = parts.use(createToolLoader(root, openingOf(root)))
  const subAgents = openSubAgents(root)
  const prompts = openPromptFiles(root)
  const skills = openSkillFolders(root)
  const mcpFile = openMcpFile(root)
  const parsed = [agent, subAgents, prompts, skills, mcpFile, tools]
  const { source } = options
  // `read` is called only after all files were reloaded, so that callers never get a mixture of old and new files.
  const read = () => ({
    version: source?.version() ?? null,
    agent: agent.current()!,
    subAgents: subAgents.current(),
    prompts: prompts.current(),
    skills: skills.current(),
    toolModules: tools.modules(),
    mcpServers: mcpFile.current(),
  })
  let now = read()
  const refresh = async () => {
    let isChanged = false
    for (const part of parsed) if (await part.refresh()) isChanged = true
    now = read()
    return isChanged
  }
  const reloaded = parts.use(
    await keepReloaded({
      ...options,
      refresh: () => (source ? source.runExclusively(refresh) : refresh()),
      extraTrigger: source?.onSwitch,
      folders: () =>
        new Set([...tools.folders(), root, subAgents.folder, prompts.folder, ...skills.folders()]),
      problems: () => parsed.flatMap((part) => part.problems()),
      loaded: tools.loaded,
      place: '.',
    }),
  )

  const opened = parts.move()
  return {
    folder: path,
    folderName,
    slug: options.slug ?? slugOf(folderName),
    version: () => now.version,
    agent: () => now.agent,
    subAgents: () => now.subAgents,
    prompts: () => now.prompts,
    skills: () => now.skills,
    toolModules: () => now.toolModules,
    mcpServers: () => now.mcpServers,
    problems: reloaded.problems,
    onChange: reloaded.onChange,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

const FILE_NAME = /^[a-zA-Z0-9][a-zA-Z0-9_-]*\.md$/

const openSubAgents = (root: string): LastGoodFiles<SubAgent> =>
  lastGoodFiles({
    root,
    folder: 'agents',
    isFile: (name) => FILE_NAME.test(name) && name.toLowerCase() !== 'readme.md',
    parse: parseSubAgentFile,
  })
