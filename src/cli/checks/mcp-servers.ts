import type { McpServerStatus } from '#core/agent/mcp-servers/mcp-servers.ts'
import { systemClock } from '#ground/base/clock.ts'
import { silentLog } from '#ground/base/log.ts'
import type { HubProblem } from '#ground/hub/hub.ts'
import { NotAHub, openHub } from '#ground/hub/open.ts'
import { openMcpServers } from '#processes/mcp-servers.ts'
import type { HubSettings } from '../settings.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

export async function checkMcpServers(hubFolder: string, { environment }: HubSettings): Promise<Finding[]> {
  try {
    await using hub = await openHub(hubFolder, { watch: false })
    if (hub.mcpServers().length === 0) return []
    await using servers = await openMcpServers(hub, {
      environment,
      connections: null,
      clock: systemClock,
      log: silentLog(),
    })
    return (await servers.check()).flatMap(findingsOf)
  } catch (error) {
    if (!(error instanceof NotAHub)) throw error
    return [] // another check reports the error
  }
}

function findingsOf({ name, tools, needsPerson, problems }: McpServerStatus): Finding[] {
  const subject = `MCP ${name}`
  if (needsPerson && tools === null)
    return [
      warning(
        subject,
        'uses each person’s own account',
        'its tools appear after the first person has connected an account',
      ),
    ]
  if (tools === null) return problems.map(broken)
  const complaints = problems.map(({ line, column, message }) => warning(positionText(line, column), message))
  return [ok(subject, `${tools} ${tools === 1 ? 'tool' : 'tools'}`), ...complaints]
}

const broken = ({ line, column, message }: HubProblem): Finding =>
  failure(positionText(line, column), message)

const positionText = (line: number | null, column: number | null): string =>
  ['mcp.json', line, column].filter(Boolean).join(':')
