import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { refused, type Result } from '#ground/base/result.ts'
import type { HubProblem } from '../hub.ts'
import { readErrorReason, readHubText } from '../read-text.ts'
import { createSignatures } from '../signature.ts'
import { parseSkillFile, type ParsedSkill } from './skill-file.ts'
import { SKILL_FILE, type HubSkill } from './skill.ts'
import { listSkillFiles } from './skill-files.ts'

export const SKILLS_FOLDER = 'skills'

const MAX_SKILLS = 100

export interface SkillFolders {
  /** In the order of the names. Returns the same array until a skill changes. */
  current(): readonly HubSkill[]
  problems(): readonly HubProblem[]
  refresh(): Promise<boolean>
  /** The folders whose changes may change a skill. */
  folders(): readonly string[]
}

/**
 * An invalid skill is left out, and no earlier version replaces it: its other files, which belong to the new version,
 * would not fit.
 */
export function openSkillFolders(root: string): SkillFolders {
  const parent = join(root, SKILLS_FOLDER)
  const signatures = createSignatures()
  const read = new Map<string, Result<ParsedSkill, readonly HubProblem[]>>()
  let surplus: readonly HubProblem[] = []
  let folders: readonly string[] = [parent]
  let current: readonly HubSkill[] = []

  return {
    current: () => current,
    problems: () => [
      ...[...read]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .flatMap(([, skill]) => (skill.ok ? skill.value.problems : skill.refusal)),
      ...surplus,
    ],
    folders: () => folders,
    async refresh() {
      const { names, problems } = await skillNames(parent)
      const removed = [...read.keys()].filter((name) => !names.includes(name))
      for (const name of removed) read.delete(name)
      const paths = (name: string) => [join(parent, name), join(parent, name, SKILL_FILE)]
      const changedPaths = new Set(signatures.changed([...names, ...removed].flatMap(paths)))
      const changed = names.filter((name) => paths(name).some((path) => changedPaths.has(path)))
      const isSame = sameProblems(surplus, problems)
      surplus = problems
      folders = [parent, ...names.map((name) => join(parent, name))]
      if (changed.length === 0 && removed.length === 0) return !isSame
      for (const name of changed) read.set(name, await readSkill(parent, name))
      current = names.flatMap((name) => {
        const skill = read.get(name)
        return skill?.ok ? [skill.value.skill] : []
      })
      return true
    },
  }
}

const sameProblems = (a: readonly HubProblem[], b: readonly HubProblem[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

async function skillNames(parent: string): Promise<{ names: string[]; problems: HubProblem[] }> {
  const facts = await lstat(parent).catch(() => null)
  if (facts === null) return { names: [], problems: [] }
  if (!facts.isDirectory())
    return {
      names: [],
      problems: [whole(SKILLS_FOLDER, 'is not a folder; a link to a folder is not followed')],
    }
  const entries = await readdir(parent, { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => error,
  )
  if (entries instanceof Error)
    return { names: [], problems: [whole(SKILLS_FOLDER, readErrorReason(entries))] }
  const names = entries
    .filter((entry) => !entry.name.startsWith('.') && (entry.isDirectory() || entry.isSymbolicLink()))
    .map(({ name }) => name)
    .toSorted()
  const left = names.length - MAX_SKILLS
  return {
    names: names.slice(0, MAX_SKILLS),
    problems:
      left > 0 ? [whole(SKILLS_FOLDER, `has more than ${MAX_SKILLS} skills; ${left} are left out`)] : [],
  }
}

async function readSkill(parent: string, name: string): Promise<Result<ParsedSkill, readonly HubProblem[]>> {
  const folder = join(parent, name)
  const shown = `${SKILLS_FOLDER}/${name}`
  const file = `${shown}/${SKILL_FILE}`
  const wrong = (path: string, message: string) => refused([whole(path, message)])
  if (!(await lstat(folder).catch(() => null))?.isDirectory())
    return wrong(shown, 'is a link; replace the link with the folder')
  const facts = await lstat(join(folder, SKILL_FILE)).catch(() => null)
  if (!facts) return wrong(file, `there is no ${SKILL_FILE}`)
  if (!facts.isFile()) return wrong(file, 'is a link or a folder; replace it with the file')
  const files = await listSkillFiles(folder)
  if (!files.ok) return wrong(shown, files.refusal)
  try {
    return parseSkillFile(await readHubText(join(folder, SKILL_FILE)), name, file)
  } catch (error) {
    return wrong(file, readErrorReason(error as Error))
  }
}

const whole = (file: string, message: string): HubProblem => ({ file, line: null, column: null, message })
