import { z } from 'zod'

export const Working = z.object({ status: z.boolean() })

export const Version = z.object({ version: z.string(), deployment_id: z.string() })

export const Description = z.looseObject({ openapi: z.string() })
