import type { Access } from '#core/access/access.ts'
import type { DenyReason, AllowReason } from '#core/access/decide.ts'
import { MANAGE_ACCESS } from '#core/access/permission.ts'
import type { Tool } from '#core/agent/tools/tool.ts'
import type { Toolbox } from '#core/agent/tools/toolbox.ts'
import type { AboutTool, ToolReason } from '#ground/hub/about/schema.ts'
import type { Caller } from '#ground/identity/caller.ts'

/** In characters. */
const MAX_DESCRIPTION_LENGTH = 300

export async function describeTools(
  { access, hub, builtIn }: { access: Pick<Access, 'explain'>; hub: string; builtIn: ReadonlySet<string> },
  caller: Caller,
  { names, get }: Toolbox,
): Promise<AboutTool[]> {
  const tools = names.map((name) => get(name)!).filter((tool) => tool.isFor?.(caller) ?? true)
  const described = tools.map(async (tool) => {
    const kind = { built_in: builtIn.has(tool.name) }
    if (!tool.restricted) return { ...kind, ...fullDescription(tool), restricted: null }
    const { capability, label } = tool.restricted
    const { allowed, reason } = await access.explain(caller.email ?? '', hub, capability)
    if (!allowed && capability === MANAGE_ACCESS) return null
    const restricted = { label, allowed, reason: describeReason(reason) }
    return { ...kind, ...(allowed ? fullDescription(tool) : nameOnly(tool)), restricted }
  })
  return (await Promise.all(described)).filter((tool) => tool !== null)
}

const fullDescription = (tool: Tool) => ({
  ...nameOnly(tool),
  title: tool.title(null, 'done') || titleFromName(tool.name),
  description: shortened(tool.description),
})

const nameOnly = ({ name, confirm }: Tool) => ({
  name,
  title: titleFromName(name),
  description: null,
  confirm,
})

const describeReason = (reason: AllowReason | DenyReason): ToolReason =>
  reason === 'direct' || reason === 'organization' || reason === 'everyone' ? reason : 'denied'

function titleFromName(name: string): string {
  const words = name.replace(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function shortened(description: string): string {
  const [first = ''] = description.trim().split(/\n\s*\n|\n(?=- )/)
  const text = first.replaceAll(/\s+/g, ' ')
  if (text.length <= MAX_DESCRIPTION_LENGTH) return text
  return `${text
    .slice(0, MAX_DESCRIPTION_LENGTH)
    .toWellFormed()
    .replace(/\s+\S*$/, '')}…`
}
