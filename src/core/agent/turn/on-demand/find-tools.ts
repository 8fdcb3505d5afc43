import { z } from 'zod'
import type { ToolSpec } from '#core/agent/model/model.ts'
import { defineTool } from '#core/agent/tools/define-tool.ts'
import { titles } from '#core/agent/tools/files/titles.ts'
import type { Tool } from '#core/agent/tools/tool.ts'
import { cutText } from '#ground/base/cut-text.ts'
import { searchTools } from './search-tools.ts'

export const FIND_TOOLS = 'find_tools'

const MAX_FOUND = 8
const MAX_DESCRIPTION_LENGTH = 300
const MAX_GROUPS = 30

const Input = z.object({ query: z.string().min(1).max(200).describe('Words for the task, in English') })

/** @param found Called with the tools that the model may call from now on. */
export const findToolsTool = (
  hidden: readonly ToolSpec[],
  found: (names: readonly string[]) => void,
): Tool => ({
  ...defineTool({
    name: FIND_TOOLS,
    description: `Find further tools by words; found tools can be called at once. Not listed here: ${groupsOf(hidden)}.`,
    input: Input,
    readOnly: true,
    title: titles('findTools', ({ query }: z.output<typeof Input>) => query),
    run({ query }) {
      const matches = searchTools(hidden, query, MAX_FOUND)
      if (matches.length === 0) return 'No tool matches. Try other words.'
      found(matches.map(({ name }) => name))
      const lines = matches.map(
        (spec) => `- ${spec.name}: ${cutText(spec.description, MAX_DESCRIPTION_LENGTH)}`,
      )
      return ['You can call these tools now:', ...lines].join('\n')
    },
  }),
  isSafeIfInjected: true,
})

/** Names single tools, and of an MCP server its name with the number of its tools. */
function groupsOf(hidden: readonly ToolSpec[]): string {
  const groups = Map.groupBy(hidden, ({ name }) => /^(.+?)__/.exec(name)?.[1] ?? name)
  const shown = [...groups].map(([name, specs]) =>
    specs.length > 1 || specs[0]!.name !== name ? `${name} (${specs.length})` : name,
  )
  const more = shown.length - MAX_GROUPS
  return [...shown.slice(0, MAX_GROUPS), ...(more > 0 ? [`${more} more`] : [])].join(', ')
}
