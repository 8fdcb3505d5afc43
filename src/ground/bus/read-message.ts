import type { z } from 'zod'

/** Null instead of an error for an invalid message, because another release may have sent it. */
export function readAs<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
