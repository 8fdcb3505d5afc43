import { SKILL_FILE, type HubSkill } from '#ground/hub/skills/skill.ts'
import { listSkillFiles } from '#ground/hub/skills/skill-files.ts'
import { SKILLS_FOLDER } from '#ground/hub/skills/skill-folders.ts'
import { splitFrontMatter } from '#ground/hub/front-matter.ts'
import { BadPath } from '../files/locate.ts'
import { readAll } from '../files/open.ts'
import { readPart } from '../files/read.ts'
import { openSkillFile, skillFolder } from './open.ts'
import { skillTools } from './skill-tools.ts'

export interface SkillReader {
  hubFolder: string
  /** Names of the tools that the model may call in this turn. */
  toolNames: readonly string[]
  signal: AbortSignal
}

/** Longer instructions are read in parts, because results of tools are cut at 64 KiB. */
const MAX_BODY_BYTES = 48 * 1024
const MAX_LISTED = 100

/** The instructions of a skill, followed by facts about its files and tools. @throws BadPath */
export async function readSkill(skill: HubSkill, reader: SkillReader): Promise<string> {
  const { hubFolder, toolNames, signal } = reader
  await using file = await openSkillFile(hubFolder, skill.name, SKILL_FILE)
  const content = (await readAll(file)).toString('utf8')
  const split = splitFrontMatter(content)
  if (!split.ok) throw new BadPath(`${file.shown} is being changed: ${split.refusal.message}. Try again.`)
  const { yaml, firstLine, body } = split.value
  const isLong = Buffer.byteLength(body) > MAX_BODY_BYTES
  const part = { start_line: firstLine + yaml.split('\n').length + 1, lines: 1000, start_column: 1 }
  const text = isLong ? `${await readPart(file, part, signal)}\n(in the file ${SKILL_FILE})` : body
  return [
    text || '(This skill has no instructions.)',
    ...(await factsAbout(skill, hubFolder, toolNames)),
  ].join('\n\n')
}

async function factsAbout(
  { name, compatibility, allowedTools }: HubSkill,
  hubFolder: string,
  toolNames: readonly string[],
): Promise<string[]> {
  const listed = await listSkillFiles(skillFolder(hubFolder, name))
  const files = listed.ok ? listed.value.filter(({ path }) => path !== SKILL_FILE) : []
  const facts = [
    ...(compatibility ? [`Compatibility: ${compatibility}`] : []),
    ...(files.length > 0 ? [filesText(files)] : []),
    ...(files.some(({ path }) => path.startsWith('scripts/')) ? [scriptsText(name, toolNames)] : []),
    ...(allowedTools ? [toolsText(allowedTools, toolNames)] : []),
  ]
  return facts.length > 0 ? [['[About this skill, from the Hub]', ...facts].join('\n')] : []
}

const filesText = (files: readonly { path: string; size: number }[]): string => {
  const more = files.length - MAX_LISTED
  const lines = files.slice(0, MAX_LISTED).map(({ path, size }) => `- ${path} (${size} bytes)`)
  return [
    'Files of the skill, which read_skill reads by `file`:',
    ...lines,
    ...(more > 0 ? [`- and ${more} more`] : []),
  ].join('\n')
}

const scriptsText = (skill: string, toolNames: readonly string[]): string =>
  toolNames.includes('run_command')
    ? `Run its scripts with run_command from the folder ${SKILLS_FOLDER}/${skill}, which is read-only: cd ${SKILLS_FOLDER}/${skill} && …`
    : 'Its scripts can’t run here: run_command is off, or not available in this chat. Say so if the task needs them.'

function toolsText(allowed: readonly string[], toolNames: readonly string[]): string {
  const { available, missing } = skillTools(allowed, toolNames)
  return [
    `Of the tools that the skill names, you have: ${available.join(', ') || 'none'}.`,
    ...(missing.length > 0
      ? [`You don’t have: ${missing.join(', ')}. Do without them, or say what is missing.`]
      : []),
  ].join(' ')
}
