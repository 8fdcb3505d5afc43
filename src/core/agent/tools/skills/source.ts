import { z } from 'zod'
import type { Hub } from '#ground/hub/hub.ts'
import type { HubSkill } from '#ground/hub/skills/skill.ts'
import { defineTool } from '../define-tool.ts'
import { FilePart, readPart } from '../files/read.ts'
import { titles } from '../files/titles.ts'
import type { Tool, ToolContext, ToolSource } from '../tool.ts'
import { openSkillFile } from './open.ts'
import { readSkill } from './read-skill.ts'

export const READ_SKILL = 'read_skill'

/** The tool exists only while the Hub has skills. */
export function createSkillSource(hub: Pick<Hub, 'skills'>): ToolSource {
  let known: readonly HubSkill[] = []
  let tools: readonly Tool[] = []
  return {
    ready: async () => {},
    tools() {
      const current = hub.skills()
      if (current !== known) {
        known = current
        tools = current.length > 0 ? [readSkillTool(current)] : []
      }
      return tools
    },
    problems: () => [],
    mayHave: (name) => name === READ_SKILL,
  }
}

function readSkillTool(skills: readonly HubSkill[]): Tool {
  const byName = new Map(skills.map((skill) => [skill.name, skill]))
  const names = [...byName.keys()]
  const input = z.object({
    name: z.enum(names, `expected one of ${names.join(', ')}`).describe('Name of the skill'),
    file: z
      .string()
      .min(1)
      .optional()
      .describe('Another file of the skill, such as references/forms.md; default its instructions'),
    ...FilePart,
  })
  const run = (given: unknown, ctx: ToolContext, toolNames: readonly string[]) => {
    const { name, file, ...part } = given as z.output<typeof input>
    const { hubFolder, signal } = ctx
    return file === undefined
      ? readSkill(byName.get(name)!, { hubFolder, toolNames, signal })
      : readFile(hubFolder, name, file, part, signal)
  }
  const tool = defineTool({
    name: READ_SKILL,
    description:
      'Read a skill, which has instructions for one kind of task. Read it before such a task, and follow it.',
    input,
    readOnly: true,
    title: titles('readSkill', ({ name }) => name),
    run: (given, ctx) => run(given, ctx, [READ_SKILL]),
  })
  return { ...tool, runWithToolNames: run }
}

async function readFile(
  hubFolder: string,
  skill: string,
  path: string,
  part: Parameters<typeof readPart>[1],
  signal: AbortSignal,
): Promise<string> {
  await using file = await openSkillFile(hubFolder, skill, path)
  return await readPart(file, part, signal)
}
