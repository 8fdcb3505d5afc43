import type { McpServers } from '#core/agent/mcp-servers/mcp-servers.ts'
import type { ModelHealth } from '#core/agent/model/fallback/health.ts'
import type { OpenAgent } from '#core/agent/turn/agent.ts'
import type { Environment } from '#ground/base/environment.ts'
import type { HubProblem } from '#ground/hub/hub.ts'
import { oneAtATime } from '#ground/hub/one-at-a-time.ts'
import { TOOLS_FOLDER } from '#ground/hub/tools/loader.ts'
import { mcpAddress } from '#surfaces/mcp/address.ts'
import { PROCESS_TROUBLE_VARIABLE } from '../config/set-by-us.ts'
import type { Features } from './features.ts'
import type { Ground } from './ground.ts'

/** Stores the card, the database row that describes the Hub, and stores it again after each change. */
export async function announceCard(
  { settings, reports, hub }: Pick<Ground, 'settings' | 'reports' | 'hub'>,
  { hubCards, noteName, work }: Features,
  {
    agent,
    mcpServers,
    models,
  }: { agent: OpenAgent; mcpServers: Pick<McpServers, 'onChange'>; models: Pick<ModelHealth, 'onChange'> },
): Promise<AsyncDisposable> {
  await using parts = new AsyncDisposableStack()
  const stored = (await hubCards.read([hub.slug])).get(hub.slug)?.capabilities ?? []
  const writeCard = async () => {
    const { name, description } = hub.agent()
    const capabilities = agent.capabilities()
    // While a tool file is broken, the card keeps the capabilities that were stored before the agent started.
    const isBroken = hub.problems().some(({ file }) => file.startsWith('tools/'))
    const kept = isBroken ? stored.filter(({ name }) => !capabilities.some((one) => one.name === name)) : []
    const card = {
      slug: hub.slug,
      name,
      description,
      capabilities: [...capabilities, ...kept],
      mcp: mcpAddress(settings.shared),
      problems: [
        ...processTrouble(settings.environment),
        ...hub.problems(),
        ...agent.problems(),
        ...work.problems(),
      ],
    }
    await hubCards.write(card).then(noteName, reports.events.hubCardFailed)
  }
  await writeCard()
  const announcing = parts.use(oneAtATime(writeCard)) // announcements run one at a time, so that an older card does not overwrite a newer card
  parts.defer(hub.onChange(announcing.run))
  parts.defer(mcpServers.onChange(announcing.run))
  parts.defer(models.onChange(announcing.run))
  parts.defer(work.onChange(announcing.run))
  const announced = parts.move()
  return { [Symbol.asyncDispose]: () => announced.disposeAsync() }
}

const processTrouble = ({ [PROCESS_TROUBLE_VARIABLE]: message }: Environment): HubProblem[] =>
  message ? [{ file: TOOLS_FOLDER, line: null, column: null, message }] : []
