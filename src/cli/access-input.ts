import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { CommandFailure } from './failure.ts'

const AccessPlan = z.strictObject({
  operations: z.array(
    z.strictObject({
      action: z.enum(['grant', 'revoke']),
      subject: z.string(),
      permission: z.string(),
      /** Default: the Hub of the command; `*` is the organization. */
      hub: z.string().optional(),
      expires_at: z.iso.datetime({ offset: true }).optional(),
    }),
  ),
  expected_revision: z.int().optional(),
})

/** `-` is standard input. */
export async function readAccessPlan(file: string) {
  const content = await read(file)
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch (error) {
    throw new CommandFailure(`${file} is not JSON: ${(error as Error).message}`, 2)
  }
  const parsed = AccessPlan.safeParse(value)
  if (!parsed.success)
    throw new CommandFailure(`${file}: ${z.prettifyError(parsed.error).replaceAll('\n', ' ')}`, 2)
  const operations = parsed.data.operations.map(({ hub, expires_at, ...operation }) => ({
    ...operation,
    ...(hub ? { hub } : {}),
    ...(expires_at ? { expiresAt: Date.parse(expires_at) } : {}),
  }))
  return { ...parsed.data, operations }
}

/** One e-mail address per line; `-` is standard input. */
export const readMembers = async (file: string): Promise<string[]> =>
  (await read(file))
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const read = async (file: string): Promise<string> => {
  if (file === '-') return text(process.stdin)
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailure(`${file} cannot be read (${error.code})`)
  })
}
