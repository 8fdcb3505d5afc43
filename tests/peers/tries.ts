import type { Row } from './clients/page.ts'

export type Tried = Row['tried'][number]

export type Tries = ReturnType<typeof createTries>

export function createTries(name: string) {
  const tried: Tried[] = []
  return {
    tried,
    async run(what: string, check: () => Promise<unknown>): Promise<void> {
      const failure = await check().then(
        () => null,
        (error: Error) => error.message,
      )
      console.log(`${failure === null ? '✔' : '✖'} ${name} ${what}${failure === null ? '' : `: ${failure}`}`)
      tried.push({ what, failure })
    },
    /**
     * Runs a check of a feature that the program lacks. If the check passes, it counts as a failure, so that the list
     * of missing features stays current.
     */
    async mustFail(what: string, check: () => Promise<unknown>): Promise<void> {
      const hasPassed = await check().then(
        () => true,
        () => false,
      )
      console.log(`- ${name} ${what}: ${hasPassed ? 'passes, so it is supported' : 'not supported'}`)
      tried.push({ what, failure: hasPassed ? 'the program supports it' : null, isMissing: !hasPassed })
    },
    notSupported: (what: string): void => void tried.push({ what, failure: null, isMissing: true }),
  }
}
