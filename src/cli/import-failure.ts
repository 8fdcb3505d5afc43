import { outsideDisk } from '#ground/base/outside-trouble.ts'
import { isLockTimeout, isUniqueViolation } from '#ground/store/errors.ts'
import { CommandFailure } from './failure.ts'

const EXPECTED = new Set(['NotOpenWebui', 'NoAdministrator', 'ImportRunning'])

/** Returns an error with a message for the administrator, or the error itself if its cause is unknown. */
export function importFailure(
  error: unknown,
  { folder, isDryRun }: { folder: string; isDryRun: boolean },
): unknown {
  const { name, message } = error as Error
  if (EXPECTED.has(name)) return new CommandFailure(message)
  const advice = isDryRun
    ? 'then run the command again; nothing was written'
    : 'then run the command again; the import is incomplete, but it keeps what it has stored and continues from there'
  if (name === 'SourceUnreadable') return new CommandFailure(`${message}, ${advice}`)
  if (isLockTimeout(error))
    return new CommandFailure(
      `the Hub’s database is locked by another program: wait until that program has ended, ${advice}`,
    )
  if (isUniqueViolation(error))
    return new CommandFailure(
      `another program, such as a second import, stored the same data at the same time: wait until it has ended, ${advice}`,
    )
  if (outsideDisk(error))
    return new CommandFailure(
      `${message}: check the permissions of ${folder} and the space on its disk, ${advice}`,
    )
  return error
}
