import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { NOT_INSTALLED_TABLE, PAGE, pageWith, type Row, type UndatedRow } from './clients/page.ts'

/** Result of an area, which the area's process sends to its parent process. */
export interface AreaOutcome {
  /** Number of passed checks. */
  passed: number
  failures: string[]
  notInstalled: { name: string; reason: string }[]
}

export interface AreaReport {
  /**
   * Writes the line of a program into `docs/compatibility.md` at once, so that an interrupted run keeps its results.
   */
  row(row: UndatedRow): void
  passed(tries: number): void
  failed(failure: string): void
  notInstalled(name: string, version: string, reason: string): void
  lacks(name: string, reason: string): void
}

export function createReport(page = PAGE): AreaReport & { readonly outcome: AreaOutcome } {
  const outcome: AreaOutcome = { passed: 0, failures: [], notInstalled: [] }
  const date = new Date().toISOString().slice(0, 10)
  const write = (row: Row) =>
    writeFileSync(page, pageWith(existsSync(page) ? readFileSync(page, 'utf8') : '', [row]))
  const lacks = (name: string, reason: string) => {
    console.log(`- ${name}: not installed, ${reason}`)
    outcome.notInstalled.push({ name, reason })
  }
  return {
    outcome,
    row(row) {
      write({ ...row, date })
      for (const { what, failure, isMissing } of row.tried)
        if (failure !== null) outcome.failures.push(`${row.name} ${what}: ${failure}`)
        else if (!isMissing) outcome.passed++
    },
    passed: (tries) => void (outcome.passed += tries),
    failed(failure) {
      console.log(`✖ ${failure}`)
      outcome.failures.push(failure)
    },
    notInstalled(name, version, reason) {
      write({ table: NOT_INSTALLED_TABLE, name, version, date, tried: [], notInstalled: reason })
      lacks(name, reason)
    },
    lacks,
  }
}
