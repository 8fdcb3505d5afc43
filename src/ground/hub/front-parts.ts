import type { z } from 'zod'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { splitFrontMatter } from './front-matter.ts'
import type { HubProblem } from './hub.ts'
import { parseYamlWithPositions } from './yaml-positions.ts'

export function frontPartsOf<S extends z.ZodObject>(
  schema: S,
  content: string,
  file: string,
): Result<{ keys: z.infer<S>; body: string }, HubProblem[]> {
  const split = splitFrontMatter(content)
  if (!split.ok) return refused([{ file, column: 1, ...split.refusal }])
  const { yaml, firstLine, body } = split.value
  const parsed = parseYamlWithPositions(schema, yaml, firstLine)
  return parsed.ok
    ? accepted({ keys: parsed.value, body })
    : refused(parsed.refusal.map((complaint) => ({ file, ...complaint })))
}
