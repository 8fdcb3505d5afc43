import { z } from 'zod'
import { flag, parseEnvironment, type Environment } from '#ground/base/environment.ts'

export const ConnectionVariables = z.object({
  SVC_CONNECT_JOURNEY: flag(false).describe('Enable the pages where people connect accounts'),
})

export interface ModelConnectionConfig {
  journeys: boolean
}

export const readConnectionConfig = (environment: Environment): ModelConnectionConfig => ({
  journeys: parseEnvironment(ConnectionVariables, environment).SVC_CONNECT_JOURNEY,
})
