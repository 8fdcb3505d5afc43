import { z } from 'zod'
import { nearestName } from '#ground/base/nearest-name.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { splitFrontMatter } from '../front-matter.ts'
import type { HubProblem } from '../hub.ts'
import { readYamlWithPositions } from '../yaml-positions.ts'
import type { HubSkill } from './skill.ts'

export interface ParsedSkill {
  skill: HubSkill
  body: string
  /** Unknown fields, which do not keep the skill from being used. */
  problems: readonly HubProblem[]
}

const text = z.string('expected text')
const NAME = /^(?!.*--)[a-z\d](?:[a-z\d-]*[a-z\d])?$/

const charactersOf = (given: string): number => [...given].length

/** Loose, because clients of other vendors have further fields. */
const SkillKeys = z.looseObject({
  name: text
    .max(64, 'expected at most 64 characters')
    .regex(NAME, 'expected a-z, 0-9 and single hyphens, and no hyphen at the start or end'),
  description: text
    .refine((given) => charactersOf(given) <= 1024, 'expected at most 1,024 characters')
    .refine((given) => given.trim() !== '', 'expected what the skill does, and when to use it'),
  license: text.optional(),
  compatibility: text
    .min(1, 'expected some text')
    .refine((given) => charactersOf(given) <= 500, 'expected at most 500 characters')
    .optional(),
  metadata: z.record(z.string(), z.unknown(), 'expected `key: value` lines').optional(),
  'allowed-tools': z
    .union([z.string(), z.array(z.string())], 'expected tool names, separated by spaces')
    .optional(),
})

/** @param folder Name of the skill's folder. @param file Path relative to the Hub's folder. */
export function parseSkillFile(
  content: string,
  folder: string,
  file: string,
): Result<ParsedSkill, HubProblem[]> {
  const split = splitFrontMatter(content)
  if (!split.ok) return refused([{ file, column: 1, ...split.refusal }])
  const { yaml, firstLine, body } = split.value
  if (firstLine === 1)
    return refused([{ file, line: 1, column: 1, message: 'the front matter is missing: begin with ---' }])
  const parsed = readYamlWithPositions(SkillKeys, yaml, firstLine)
  if (!parsed.ok) return refused(parsed.refusal.map((complaint) => ({ file, ...complaint })))
  const { value: keys, placeOf } = parsed.value
  if (keys.name !== folder)
    return refused([
      {
        file,
        ...placeOf('name'),
        message: `name: expected ${folder}, the name of the folder, but found ${keys.name}`,
      },
    ])
  const unknown = Object.keys(keys).filter((key) => !Object.hasOwn(SkillKeys.shape, key))
  const misspelled = unknown.flatMap((key) => {
    const nearest = nearestName(key, ['allowed-tools'])
    const message = `unknown field ${key}; did you mean ${nearest}?`
    return nearest ? [{ file, ...placeOf(key), message }] : []
  })
  if (misspelled.length > 0) return refused(misspelled)
  return accepted({
    skill: {
      name: keys.name,
      description: keys.description.trim(),
      compatibility: keys.compatibility?.trim() ?? null,
      allowedTools: keys['allowed-tools'] === undefined ? null : toolNamesIn(keys['allowed-tools']),
      frontMatter: keys,
    },
    body,
    problems: unknown.map((key) => ({
      file,
      ...placeOf(key),
      message: `unknown field ${key}, which is ignored; Agent Skills has own fields below \`metadata\``,
      isIgnored: true,
    })),
  })
}

/** Patterns in parentheses may contain spaces: `Bash(git add:*) Read`. Some clients separate names by commas. */
const toolNamesIn = (given: string | readonly string[]): string[] =>
  (typeof given === 'string' ? [given] : given).flatMap(
    (names) => names.match(/[^\s,(]+(?:\([^)]*\))?/g) ?? [],
  )
