import type { z } from 'zod'
import {
  BadConfiguration,
  parseEnvironment,
  unknownVariables,
  type Environment,
} from '#ground/base/environment.ts'
import { AgentVariables } from './agent.ts'
import { BridgeVariables } from './bridge.ts'
import { BudgetVariables } from './budgets.ts'
import { BuiltInToolVariables } from './built-in-tools.ts'
import { ChatappVariables } from './chatapp.ts'
import { ConnectionVariables } from './connections.ts'
import { EdgeVariables } from './edge.ts'
import { InboundVariables } from './inbound.ts'
import { MailVariables } from './mail.ts'
import { OpenIdVariables } from './openid.ts'
import { SchedulerVariables } from './scheduler.ts'
import { INSTANCE_VARIABLE, PROCESS_TROUBLE_VARIABLE, SERVED_HUBS_VARIABLE } from './set-by-us.ts'
import { SharedVariables } from './shared.ts'
import { SupervisorVariables } from './supervisor.ts'
import { TelemetryVariables } from './telemetry.ts'
import { settingsWithoutEffect } from './without-effect.ts'

/** The documentation is generated from these variables. */
export const CATALOG: Readonly<Record<string, z.ZodObject>> = {
  'Every process': SharedVariables,
  'Traces and metrics': TelemetryVariables,
  Supervisor: SupervisorVariables,
  Edge: EdgeVariables,
  'Web chat': ChatappVariables,
  'Signing in at identity providers': OpenIdVariables,
  Bridge: BridgeVariables,
  'Connection pages': ConnectionVariables,
  Mail: MailVariables,
  Agent: AgentVariables,
  'Built-in tools': BuiltInToolVariables,
  'Prices and budgets': BudgetVariables,
  'Inbound receiver and messaging': InboundVariables,
  Scheduler: SchedulerVariables,
}

/** Not settings: the service sets these variables for its own processes and for scripts. */
const SET_BY_US = [
  'SVC_WEBHOOK_EVENTS',
  'SVC_RUN_AS',
  SERVED_HUBS_VARIABLE,
  PROCESS_TROUBLE_VARIABLE,
  INSTANCE_VARIABLE,
]

/** Names that are accepted although this release does not use them. */
export const UNUSED_NAMES: ReadonlySet<string> = new Set(['SVC_CHATAPP_COMMAND'])

export interface SettingAdvice {
  variable: string
  message: string
  fix: string
}

const IN_CATALOG: ReadonlySet<string> = new Set(
  Object.values(CATALOG).flatMap((schema) => Object.keys(schema.shape)),
)

export const isServiceVariable = (name: string): boolean => IN_CATALOG.has(name) || name.startsWith('SVC_')

export function checkConfiguration(environment: Environment): SettingAdvice[] {
  const problems = Object.values(CATALOG).flatMap((schema) => problemsOf(schema, environment))
  if (problems.length > 0) throw new BadConfiguration(problems)
  const known = new Set([...SET_BY_US, ...IN_CATALOG])
  return [
    ...insecureSettings(environment),
    ...unknownVariables(known, environment).map(({ variable, nearest }) => ({
      variable,
      message: 'is not a setting',
      fix: nearest ? `did you mean ${nearest}?` : 'remove it',
    })),
    ...settingsWithoutEffect(environment, UNUSED_NAMES).map(({ variable, needs }) =>
      needs === null
        ? { variable, message: 'has no effect in this release', fix: 'remove it' }
        : { variable, message: `has no effect without ${needs}`, fix: `set ${needs} or remove it` },
    ),
  ]
}

const insecureSettings = (environment: Environment): SettingAdvice[] =>
  parseEnvironment(SharedVariables, environment).SVC_ALLOWED_HOSTS.includes('*')
    ? [
        {
          variable: 'SVC_ALLOWED_HOSTS',
          message: 'is *, so a page of any site can reach this Hub by changing its name’s address',
          fix: 'set SVC_PUBLIC_URL to the address people use, and name only what else is needed',
        },
      ]
    : []

const problemsOf = (schema: z.ZodObject, environment: Environment): BadConfiguration['problems'] => {
  try {
    parseEnvironment(schema, environment)
    return []
  } catch (error) {
    if (error instanceof BadConfiguration) return error.problems
    throw error
  }
}
