import { readFileSync, writeFileSync } from 'node:fs'
import { PAGE, pageWith, STORES_TABLE, TABLES, type Row } from '../clients/page.ts'

export function createTries(name: string) {
  const tried: Row['tried'][number][] = []
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

/** True if no try failed. */
export function writeRow(row: Pick<Row, 'name' | 'version' | 'tried'>, table = STORES_TABLE): boolean {
  const dated = { ...row, table, date: new Date().toISOString().slice(0, 10) }
  writeFileSync(PAGE, pageWith(readFileSync(PAGE, 'utf8'), [dated], TABLES))
  return row.tried.every(({ failure }) => failure === null)
}
