import { z } from 'zod'

export const lenient = <S extends z.ZodType>(schema: S) => schema.nullish().catch(undefined)

export const knownMembers = <S extends z.ZodType>(schema: S) =>
  z.array(z.unknown()).transform((members) =>
    members.flatMap((member): z.output<S>[] => {
      const parsed = schema.safeParse(member)
      return parsed.success ? [parsed.data] : []
    }),
  )

export const lenientList = <S extends z.ZodType>(schema: S) => lenient(knownMembers(schema))
