import { realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { SKILLS_FOLDER } from '#ground/hub/skills/skill-folders.ts'
import { BadPath, locateBelow } from '../files/locate.ts'
import { openLocated, type OpenAreaFile } from '../files/open.ts'
import { namesIn } from '../files/path.ts'

export const skillFolder = (hubFolder: string, skill: string): string => join(hubFolder, SKILLS_FOLDER, skill)

/**
 * Follows no links within `skills/`.
 * @param path Relative to the skill's folder. @throws BadPath if the path leaves this folder or does not exist.
 */
export async function openSkillFile(hubFolder: string, skill: string, path: string): Promise<OpenAreaFile> {
  const parsed = namesIn(path, 'paths are relative to the skill’s folder')
  if (!parsed.ok) throw new BadPath(parsed.refusal)
  const names = parsed.value
  const shown = [SKILLS_FOLDER, skill, ...names].join('/')
  const folder = skillFolder(await realpath(hubFolder), skill)
  const located = await locateBelow(folder, names, { shown, place: `${SKILLS_FOLDER}/${skill}/` })
  if (!located || names.length === 0)
    throw new BadPath(`There is no file ${shown}. Without \`file\`, read_skill lists the files of a skill.`)
  const { root, real } = located
  if (root !== folder || composed(relative(root, real).split(sep)) !== composed(names))
    throw new BadPath(`${shown} is a link. Links in skills are not followed.`)
  return openLocated(located)
}

const composed = (names: readonly string[]): string => names.join('/').normalize('NFC')
