import type { ToolMention } from '#agent/tool-names.ts'
import type { Workflow } from './workflow.ts'

/** The tools that a workflow's steps name: such as they call, and such as they add for the agent. */
export const toolMentionsOf = ({ file, steps }: Workflow): ToolMention[] =>
  steps.flatMap(({ id, work }): ToolMention[] => {
    if (work.kind === 'tool') return [{ file, key: `steps.${id}.tool`, names: [work.tool], isAdded: false }]
    if (work.kind !== 'agent') return []
    return [{ file, key: `steps.${id}.tools`, names: work.tools ?? [], isAdded: true }]
  })
