import { createAgent, type AgentDeps, type OpenAgent } from '#core/agent/turn/agent.ts'
import type { Log } from '#ground/base/log.ts'
import type { AgentConfig } from './config/agent.ts'
import { readSharedConfig, secretPathsOf } from './config/shared.ts'
import { packageVersion } from '#ground/base/package-version.ts'

export interface AgentOptions {
  config: Pick<AgentConfig, 'process'>
  log: Log
  traceEndpoint?(): string | null
}

/** Maximum wait of a turn while all agent processes are busy. */
const WAIT_MS = 30_000

export async function openAgent(
  deps: AgentDeps,
  { config, log, traceEndpoint }: AgentOptions,
): Promise<OpenAgent & AsyncDisposable> {
  if (!config.process) return { ...createAgent(deps), [Symbol.asyncDispose]: async () => {} }
  const [{ createProcessAgent }, { processEvents }] = await Promise.all([
    import('#agent-process/process-agent.ts'), // loaded on demand: its two SDKs need 24 MB
    import('#agent-process/log-events.ts'),
  ])
  return createProcessAgent({
    ...deps,
    settings: { ...config.process, waitMs: WAIT_MS },
    version: packageVersion(),
    ...(traceEndpoint && { traceEndpoint }),
    processEvents: processEvents(log),
    secretPaths: secretPathsOf(readSharedConfig(deps.environment, deps.hub.folder)),
  })
}
