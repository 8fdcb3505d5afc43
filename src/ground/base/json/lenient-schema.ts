import { z } from 'zod'

// Schemas for answers of other programs, which may hold parts in a form that is not known.

/** A value of an unknown form counts as absent; everything around it is read. */
export const lenient = <S extends z.ZodType>(schema: S) => schema.nullish().catch(undefined)

/** A list without the members of an unknown form: one of them must not cost the others. */
export const knownMembers = <S extends z.ZodType>(schema: S) =>
  z.array(z.unknown()).transform((members) =>
    members.flatMap((member): z.output<S>[] => {
      const parsed = schema.safeParse(member)
      return parsed.success ? [parsed.data] : []
    }),
  )

/** The same for a list that may be missing. */
export const lenientList = <S extends z.ZodType>(schema: S) => lenient(knownMembers(schema))
