import type { TestContext } from 'node:test'
import { DefaultQueryCompiler } from 'kysely'
import { withValues } from './plans.ts'

/** Hooks Kysely's compiler, so that no statement is missed. */
export function recordStatements(t: TestContext): { during(what: string): void; statements(): Recorded[] } {
  const found = new Map<string, Recorded>()
  let going = ''
  const compiler = DefaultQueryCompiler.prototype
  const compile = compiler.compileQuery
  compiler.compileQuery = function (...of) {
    const query = compile.apply(this, of)
    if (!found.has(query.sql)) found.set(query.sql, { during: going, text: withValues(query) })
    return query
  }
  t.after(() => void (compiler.compileQuery = compile))
  return {
    during: (what) => void (going = what),
    statements: () => [...found.values()],
  }
}

export interface Recorded {
  during: string
  text: string
}
