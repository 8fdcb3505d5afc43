import type { z } from 'zod'
import { BadConfiguration, parseEnvironment, unknownVariables, type Environment } from '#base/environment.ts'
import { AgentVariables } from './agent.ts'
import { BridgeVariables } from './bridge.ts'
import { BudgetVariables } from './budgets.ts'
import { BuiltInToolVariables } from './built-in-tools.ts'
import { ChatappVariables } from './chatapp.ts'
import { ConnectionVariables } from './connections.ts'
import { EdgeVariables } from './edge.ts'
import { InboundVariables } from './inbound.ts'
import { SchedulerVariables } from './scheduler.ts'
import { SharedVariables } from './shared.ts'
import { SupervisorVariables } from './supervisor.ts'
import { TelemetryVariables } from './telemetry.ts'

/** Every variable, by the part that reads it. The documentation is generated from this. */
export const CATALOG: Readonly<Record<string, z.ZodObject>> = {
  'Every process': SharedVariables,
  'Traces and metrics': TelemetryVariables,
  Supervisor: SupervisorVariables,
  Edge: EdgeVariables,
  'Web chat': ChatappVariables,
  Bridge: BridgeVariables,
  'Connection pages': ConnectionVariables,
  Agent: AgentVariables,
  'Built-in tools': BuiltInToolVariables,
  'Prices and budgets': BudgetVariables,
  'Inbound receiver and messaging': InboundVariables,
  Scheduler: SchedulerVariables,
}

/** Variables that we set for others, so their names are known though nobody reads them here. */
const SET_BY_US = ['SVC_WEBHOOK_EVENTS', 'SVC_RUN_AS']

/**
 * Check everything at once, before any process starts.
 *
 * @returns Unknown `SVC_*` names, each with the nearest known one.
 * @throws  BadConfiguration naming every bad variable of every process.
 */
export function checkConfiguration(environment: Environment): ReturnType<typeof unknownVariables> {
  const problems = Object.values(CATALOG).flatMap((schema) => problemsOf(schema, environment))
  if (problems.length > 0) throw new BadConfiguration(problems)
  const known = new Set([
    ...SET_BY_US,
    ...Object.values(CATALOG).flatMap((schema) => Object.keys(schema.shape)),
  ])
  return unknownVariables(known, environment)
}

const problemsOf = (schema: z.ZodObject, environment: Environment): BadConfiguration['problems'] => {
  try {
    parseEnvironment(schema, environment)
    return []
  } catch (error) {
    if (error instanceof BadConfiguration) return error.problems
    throw error
  }
}
