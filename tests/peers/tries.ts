import type { Row } from './clients/page.ts'

export type Tried = Row['tried'][number]

export type Tries = ReturnType<typeof createTries>

/** Collects and prints the results of one program. */
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
    notSupported: (what: string): void => void tried.push({ what, failure: null, isMissing: true }),
  }
}
