import { z } from 'zod'

export const ProviderParams = z.object({ provider: z.string().max(64) })

export const LoginQuery = z.object({ redirect: z.string().optional() })
